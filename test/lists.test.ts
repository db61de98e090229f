import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listsApp } from '../app/routes/api/lists.ts';
import { requestLists, keysOfList } from './request-lists.ts';
import { databases } from './databases.ts';
import { eventRow, insertEvents, newBindings, openSource, type TestSource } from './event-rows.ts';

let source: TestSource;

afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

const ask = (path: string, init?: RequestInit) => requestLists(source, path, init);
const keysOf = (path: string) => keysOfList(source, path);

function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

describe.each(databases)('on %s', (_name, open) => {
  beforeEach(async () => {
    source = await openSource(open);
  });

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

    test('each is kept until midnight, by its set only', async () => {
      for (const set of ['future', 'past', 'next', 'next-dsc', 'all', null]) {
        const { kept } = await ask(`/api/events${set === null ? '' : `?set=${set}`}`);
        const query = { set, committee: null, kind: null };
        expect(kept).toEqual({ topics: ['event', 'committee'], query, untilMidnight: true });
      }
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
      expect(kept).toEqual({ topics: ['event'], untilMidnight: true });
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

    test.each(['nobody', '%FF', '%2e%2e%2fsecret', '__proto__', '%F0%9F%8E%B2', "'%20or%201=1"])(
      'an unknown key (%s) is not found',
      async (key) => {
        const { status, body, kept } = await ask(`/api/events/${key}`);
        expect(status).toBe(404);
        expect(body).toEqual({ error: "Event doesn't exist." });
        expect(kept).toBeUndefined();
      },
    );
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
      for (const path of ['/api', '/api/', '/api/nothing', '/api/events/a/b']) {
        const { status, body } = await ask(path);
        expect([status, body]).toEqual([404, { error: 'There is no such address.' }]);
      }
    });

    test('responses, with or without the id of a form, for strangers', async () => {
      for (const path of ['/api/entries', '/api/entries/a']) expect((await ask(path)).status).toBe(401);
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
        const head = await listsApp(source).request(path, { method: 'HEAD' }, newBindings());
        expect(head.status).toBe(path === '/api/events/a' ? 404 : 200);
      }
    });
  });
});
