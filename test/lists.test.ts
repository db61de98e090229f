import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listsApp } from '../app/routes/api/lists.ts';
import { eventRow, insertEvents, newAnswer, openSource } from './event-rows.ts';

let source: Awaited<ReturnType<typeof openSource>>;

beforeEach(async () => {
  source = await openSource();
});

afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

/** Asks as a signed-out visitor and gives back the answer with its JSON and what may be kept of it. */
async function ask(path: string, init: RequestInit = {}) {
  const handed = newAnswer();
  const response = await listsApp(source).request(path, init, handed);
  return { response, status: response.status, body: await response.json(), kept: handed.answer.kept };
}

async function keysOf(path: string): Promise<string[]> {
  return (await ask(path)).body.map((item: { $key: string }) => item.$key);
}

function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe('the sets of events', () => {
  // Midnight in Toronto before, on and after both clock changes of 2026.
  test.each([
    { now: '2026-03-08T23:30:00-04:00', midnight: '2026-03-08T05:00:00Z' },
    { now: '2026-03-09T00:30:00-04:00', midnight: '2026-03-09T04:00:00Z' },
    { now: '2026-11-01T00:30:00-04:00', midnight: '2026-11-01T04:00:00Z' },
    { now: '2026-11-01T23:30:00-05:00', midnight: '2026-11-01T04:00:00Z' },
    { now: '2026-11-02T00:00:00-05:00', midnight: '2026-11-02T05:00:00Z' },
  ])('an event at midnight is both past and future at $now', async ({ now, midnight }) => {
    at(now);
    const time = Date.parse(midnight);
    await insertEvents(
      source.db,
      eventRow('before', { time_start: time - 1 }),
      eventRow('exactly', { time_start: time }),
      eventRow('after', { time_start: time + 1 }),
    );
    expect(await keysOf('/api/events?set=future')).toEqual(['exactly', 'after']);
    expect(await keysOf('/api/events?set=past')).toEqual(['exactly', 'before']);
    expect(await keysOf('/api/events?set=next')).toEqual(['exactly']);
  });

  test('all events come newest first, undated ones last, also without a set', async () => {
    await insertEvents(
      source.db,
      eventRow('none'),
      eventRow('old', { time_start: 1 }),
      eventRow('new', { time_start: 2 }),
    );
    expect(await keysOf('/api/events?set=all')).toEqual(['new', 'old', 'none']);
    expect(await keysOf('/api/events')).toEqual(['new', 'old', 'none']);
  });

  test('the next event and the next dsc event are lists of at most one', async () => {
    at('2026-01-05T12:00:00Z');
    expect(await keysOf('/api/events?set=next')).toEqual([]);
    expect(await keysOf('/api/events?set=next-dsc')).toEqual([]);
    const soon = Date.parse('2026-01-06T00:00:00Z');
    await insertEvents(
      source.db,
      eventRow('past-dsc', { time_start: 1, dsc_event: 1 }),
      eventRow('soon', { time_start: soon }),
      eventRow('dsc', { time_start: soon + 1, dsc_event: 1 }),
      eventRow('later-dsc', { time_start: soon + 2, dsc_event: 1 }),
    );
    expect(await keysOf('/api/events?set=next')).toEqual(['soon']);
    expect(await keysOf('/api/events?set=next-dsc')).toEqual(['dsc']);
  });

  test.each(['', 'FUTURE', 'constructor', 'past,all', '%00'])(
    'an unknown set (%s) is refused with a sentence',
    async (set) => {
      const { status, body, kept } = await ask(`/api/events?set=${set}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'set must be one of future, past, all, next, next-dsc.' });
      expect(kept).toBeUndefined();
    },
  );

  test('sets that depend on the day are kept until midnight, by their set only', async () => {
    for (const set of ['future', 'past', 'next', 'next-dsc']) {
      const { kept } = await ask(`/api/events?set=${set}`);
      expect(kept).toEqual({ topics: ['event'], query: ['set'], untilMidnight: true });
    }
    expect((await ask('/api/events?set=all')).kept).toEqual({ topics: ['event'], query: ['set'] });
  });
});

describe('one event', () => {
  test('has the fields and nesting of the specification, its key first', async () => {
    const file = {
      path: '2026/1/5/g',
      name: 'a.pdf',
      url: '/files/2026/1/5/g/a.pdf',
      guid: 'g',
      creationDate: '2026-01-05',
    };
    await insertEvents(
      source.db,
      eventRow('-Full', {
        title: 'Git',
        presenter: 'Ada',
        description: 'Branches',
        location: 'Room 1',
        form_id: 'AbCdEfGhIj',
        signup_url: 'https://example.com/a',
        google_form_url: 'https://example.com/b',
        tentative: 1,
        dsc_event: 1,
        hidden_date: 0,
        custom_date: 'Mondays',
        image: JSON.stringify({ name: 'b.jpg', url: 'https://example.com/b.jpg' }),
        gallery: JSON.stringify([file]),
        resources: JSON.stringify([file]),
        time_start: 1000,
        time_end: 2000,
        extra: '{"secret":1}',
      }),
    );
    const { response, body, kept } = await ask('/api/events/-Full');
    const named = { path: '2026/1/5/g', name: 'a.pdf', url: '/files/2026/1/5/g/a.pdf' };
    expect(body).toStrictEqual({
      $key: '-Full',
      title: 'Git',
      presenter: 'Ada',
      description: 'Branches',
      location: 'Room 1',
      formId: 'AbCdEfGhIj',
      signupUrl: 'https://example.com/a',
      googleFormUrl: 'https://example.com/b',
      tentative: true,
      dscEvent: true,
      hiddenDate: false,
      customDate: 'Mondays',
      image: { path: null, name: 'b.jpg', url: 'https://example.com/b.jpg' },
      gallery: [named],
      resources: [named],
      datetime: { timeStartTimestamp: 1000, timeEndTimestamp: 2000 },
    });
    expect(Object.keys(body)[0]).toBe('$key');
    expect(kept).toEqual({ topics: ['event'] });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('says null or empty for what its record did not say', async () => {
    await insertEvents(source.db, eventRow('-Bare'));
    expect((await ask('/api/events/-Bare')).body).toMatchObject({
      title: '',
      formId: null,
      signupUrl: null,
      googleFormUrl: null,
      tentative: false,
      image: null,
      gallery: [],
      resources: [],
      datetime: { timeStartTimestamp: null, timeEndTimestamp: null },
    });
  });

  test.each(['nobody', '%00', '%FF', '%2e%2e%2fsecret', '__proto__', '%F0%9F%8E%B2', "'%20or%201=1"])(
    'an unknown key (%s) is not found',
    async (key) => {
      const { status, body, kept } = await ask(`/api/events/${key}`);
      expect(status).toBe(404);
      expect(body).toEqual({ error: "Event doesn't exist." });
      expect(kept).toBeUndefined();
    },
  );
});

describe('the other lists', () => {
  test('executives, all or by whether they are current', async () => {
    const exec = { title: 'President', description: null, image: null, extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('execs')
        .values([
          { ...exec, key: 'a', name: 'Old', is_current: 0 },
          { ...exec, key: 'b', name: 'New', is_current: 1 },
          { ...exec, key: 'c', name: 'Unsaid', is_current: 1 },
        ])
        .execute(),
    );
    expect(await keysOf('/api/execs?current=true')).toEqual(['b', 'c']);
    expect(await keysOf('/api/execs?current=false')).toEqual(['a']);
    expect(await keysOf('/api/execs')).toEqual(['b', 'c', 'a']);
    expect((await ask('/api/execs?current=false')).body).toStrictEqual([
      { $key: 'a', name: 'Old', title: 'President', description: '', isCurrentExec: false, image: null },
    ]);
    const refused = await ask('/api/execs?current=yes');
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: 'current must be true or false.' });
  });

  test('the menu, whole or one section', async () => {
    const item = { extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('food')
        .values([
          { ...item, key: 'a', name: 'Tea', section: 'Drink', price: 1.5 },
          { ...item, key: 'b', name: 'Bagel', section: 'Food', price: null },
        ])
        .execute(),
    );
    expect(await keysOf('/api/food')).toEqual(['a', 'b']);
    const drinks = await ask('/api/food?section=Drink');
    expect(drinks.body).toStrictEqual([{ $key: 'a', name: 'Tea', section: 'Drink', price: 1.5 }]);
    expect(drinks.kept).toEqual({ topics: ['food'], query: ['section'] });
    const unknown = await ask('/api/food?section=Nope%00');
    expect([unknown.status, unknown.body, unknown.kept]).toEqual([200, [], undefined]);
  });

  test('cards by position', async () => {
    const card = { text: '<p>Hi</p>', img: null, img_alt: null, extra: null, version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('dsc')
        .values([
          { ...card, key: 'a', title: 'Second', position: 2 },
          { ...card, key: 'b', title: 'First', position: 1 },
        ])
        .execute(),
    );
    expect(await keysOf('/api/dsc')).toEqual(['b', 'a']);
    expect((await ask('/api/dsc')).body[0]).toStrictEqual({
      $key: 'b',
      title: 'First',
      text: '<p>Hi</p>',
      img: null,
      imgAlt: '',
      position: 1,
    });
  });

  test('the files object, with a slideshow even when there is none', async () => {
    expect((await ask('/api/files')).body).toStrictEqual({ homeSlideshow: [] });
    const slides = [{ path: '2026/1/5/g', name: 'a.jpg', url: '/files/2026/1/5/g/a.jpg' }];
    const setting = { version: 0, updated_at: 0 };
    await source.db.write(({ query }) =>
      query
        .insertInto('files_settings')
        .values([
          { ...setting, key: 'homeSlideshow', value: JSON.stringify(slides) },
          { ...setting, key: 'footer', value: '"kept"' },
        ])
        .execute(),
    );
    expect((await ask('/api/files')).body).toStrictEqual({ homeSlideshow: slides, footer: 'kept' });
  });

  test('a form, or no fields for an unknown id', async () => {
    const fields = [
      { name: 'aaaaaaaaaa', type: 'text', description: 'Name', required: true },
      { name: 'bbbbbbbbbb', type: 'radio', description: 'Size', required: false, options: ['S', 'L'] },
    ];
    await source.db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: 'AbCdEfGhIj', fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 })
        .execute(),
    );
    expect((await ask('/api/forms/AbCdEfGhIj')).body).toStrictEqual({ $key: 'AbCdEfGhIj', fields });
    for (const id of ['nobody', '%00', '__proto__']) {
      const { status, body, kept } = await ask(`/api/forms/${id}`);
      expect([status, body, kept]).toEqual([200, { fields: [] }, undefined]);
    }
  });
});

describe('what is refused', () => {
  test('responses, for everyone', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body, response } = await ask('/api/entries/AbCdEfGhIj', { method });
      expect(status).toBe(401);
      expect(body.error).toContain('sign in');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('unknown addresses', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/events/a/b', '/api/entries']) {
      const { status, body } = await ask(path);
      expect([status, body]).toEqual([404, { error: 'There is no such address.' }]);
    }
  });

  test('every method but GET and HEAD', async () => {
    for (const path of [
      '/api/events',
      '/api/events/a',
      '/api/execs',
      '/api/food',
      '/api/dsc',
      '/api/files',
      '/api/forms/a',
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { status, response } = await ask(path, { method });
        expect(status).toBe(405);
        expect(response.headers.get('allow')).toBe('GET, HEAD');
      }
      const head = await listsApp(source).request(path, { method: 'HEAD' }, newAnswer());
      expect(head.status).toBe(path === '/api/events/a' ? 404 : 200);
    }
  });
});

describe('with 100,000 events', () => {
  const NOW = '2026-01-05T12:00:00Z';

  /** 99,800 events before today and 200 from today on, an hour apart. */
  beforeEach(async () => {
    at(NOW);
    await source.db.write(({ query }) =>
      sql`insert into events (key, title, time_start)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
        select printf('-E%06d', i), 'Event ' || i, ${Date.parse(NOW)} + (i - 99800) * 3600000 - 86400000 * (i <= 99800)
        from n`.execute(query),
    );
  });

  /** Notes what is read, so that the plan can be looked at. */
  function watched() {
    const nodes: RootOperationNode[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => (nodes.push(node), node),
      transformResult: async ({ result }) => result,
    };
    const { db } = source;
    return { nodes, source: { ...source, db: { ...db, query: db.query.withPlugin(plugin) } } };
  }

  test.each(['future', 'next', 'next-dsc', 'past'])('%s is found by an index', async (set) => {
    const { nodes, source: seen } = watched();
    const response = await listsApp(seen).request(`/api/events?set=${set}`, {}, newAnswer());
    await response.body?.cancel();
    const [node] = nodes;
    if (!node) throw new Error('nothing was read');
    const { sql: text, parameters } = source.db.query.getExecutor().compileQuery(node, { queryId: 'plan' });
    const plan = await source.db.query.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    const details = plan.rows.map(({ detail }) => detail).join('; ');
    expect(details).toMatch(/SEARCH events USING INDEX events_by_(start|dsc)/);
    expect(details).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test('the future is only what is to come, whole', async () => {
    const { body, kept } = await ask('/api/events?set=future');
    expect(body).toHaveLength(200);
    expect(kept).toBeDefined();
  });

  test.each([
    { set: 'all', count: 100_000 },
    { set: 'past', count: 99_800 },
  ])('$set is streamed a page at a time, complete and in order', async ({ set, count }) => {
    const { nodes, source: seen } = watched();
    const handed = newAnswer();
    const response = await listsApp(seen).request(`/api/events?set=${set}`, {}, handed);
    expect(handed.answer.kept).toBeUndefined();
    expect(nodes.length).toBeLessThan(20);
    let largest = 0;
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      largest = Math.max(largest, chunk.length);
      text += decoder.decode(chunk, { stream: true });
    }
    expect(largest).toBeLessThan(2 * 1024 * 1024);
    const starts = JSON.parse(text).map(
      (item: { datetime: { timeStartTimestamp: number } }) => item.datetime.timeStartTimestamp,
    );
    expect(new Set(starts).size).toBe(count);
    expect(starts).toEqual(starts.toSorted((a: number, b: number) => b - a));
  });

  test('a visitor who leaves half-way ends the reading', async () => {
    const { nodes, source: seen } = watched();
    const response = await listsApp(seen).request('/api/events?set=all', {}, newAnswer());
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const read = nodes.length;
    await new Promise((done) => setImmediate(done));
    expect(nodes.length).toBe(read);
  });
});
