import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EVENTS, openPageServer, type PageServer } from '../../../test/page-server.ts';
import type { CachePolicy } from '../context.server.ts';

const MAX_BYTES = 64 * 1024;

let site: PageServer;

beforeEach(async () => {
  site = await openPageServer();
});
afterEach(() => {
  vi.useRealTimers();
  site.close();
});

/** Rendering stops, after it has read what it will show, until it is resumed. */
function pauseRendering(kept: CachePolicy = EVENTS) {
  const resumed = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  site.render = async () => {
    const made = site.page(kept);
    begun.resolve();
    await resumed.promise;
    return made;
  };
  return { begun: begun.promise, resume: resumed.resolve };
}

describe('how often a page is rendered', () => {
  test('once for everyone, until something it shows changes', async () => {
    await site.get('/events');
    await site.get('/events');
    site.cache.drop(['food']);
    await site.get('/events');
    expect(site.rendered).toEqual(['/events']);

    site.text = 'second';
    site.cache.drop(['event']);
    expect((await site.get('/events')).body).toBe('second');
    expect(site.rendered).toHaveLength(2);
  });

  test('once when a hundred ask at the same moment', async () => {
    const { resume } = pauseRendering();
    const arrived = site.received(100);
    const answers = Array.from({ length: 100 }, () => site.get('/events'));
    await arrived;
    resume();
    for (const { body } of await Promise.all(answers)) expect(body).toBe('first');
    expect(site.rendered).toHaveLength(1);
  });

  test('and compressed once when a hundred ask for it at the same moment', async () => {
    const compressed = { 'accept-encoding': 'br' };
    await site.get('/events');
    await site.get('/events', compressed);
    const { bytes } = site.cache.size();
    site.cache.drop(['event']);
    await site.get('/events');
    await Promise.all(Array.from({ length: 100 }, () => site.get('/events', compressed)));
    expect(site.cache.size().bytes).toBe(bytes);
  });

  test('a page that was being rendered when its data changed is not kept, and not given to whoever asks later', async () => {
    const { begun, resume } = pauseRendering();
    const before = site.get('/events');
    await begun;
    site.text = 'second';
    site.cache.drop(['event']);
    const arrived = site.received(10);
    const later = Array.from({ length: 10 }, () => site.get('/events'));
    await arrived;
    resume();
    expect((await before).body).toBe('first');
    for (const { body } of await Promise.all(later)) expect(body).toBe('second');
    expect((await site.get('/events')).body).toBe('second');
    expect(site.rendered).toHaveLength(2);
  });

  test('changes of other things while it is rendered do not count', async () => {
    const { begun, resume } = pauseRendering();
    const first = site.get('/events');
    await begun;
    site.cache.drop(['entry', 'food']);
    const arrived = site.received(1);
    const second = site.get('/events');
    await arrived;
    resume();
    await Promise.all([first, second, site.get('/events')]);
    expect(site.rendered).toHaveLength(1);
  });

  test('again at the end of the day where the page depends on it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    site.endOfDay = 2_000_000;
    site.render = async (url) => site.page({ topics: ['event'], untilMidnight: url === '/home' });
    await site.get('/home');
    await site.get('/guide');
    vi.setSystemTime(1_999_999);
    await site.get('/home');
    expect(site.rendered).toEqual(['/home', '/guide']);

    vi.setSystemTime(2_000_000);
    site.endOfDay = 3_000_000;
    site.text = 'tomorrow';
    expect((await site.get('/home')).body).toBe('tomorrow');
    expect((await site.get('/guide')).body).toBe('first');
    expect(site.rendered).toEqual(['/home', '/guide', '/home']);
  });

  test('a page begun before midnight is not given to whoever asks after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_999_999 });
    site.endOfDay = 2_000_000;
    const { begun, resume } = pauseRendering({ topics: [], untilMidnight: true });
    const before = site.get('/home');
    await begun;
    vi.setSystemTime(2_000_001);
    site.endOfDay = 3_000_000;
    site.text = 'tomorrow';
    const arrived = site.received(1);
    const after = site.get('/home');
    await arrived;
    resume();
    expect((await before).body).toBe('first');
    expect((await after).body).toBe('tomorrow');
  });

  test('an answer that is not for keeping is made for each visitor', async () => {
    site.render = async () => site.page(undefined, 404);
    expect((await site.get('/nothing')).status).toBe(404);
    const answer = await site.get('/nothing');
    expect(answer).toMatchObject({ status: 404, body: 'first' });
    expect(answer.headers.etag).toBeUndefined();
    expect(site.rendered).toHaveLength(2);
    expect(site.cache.size().entries).toBe(0);
  });

  test('a renderer that fails answers nobody from memory, and is asked again', async () => {
    site.render = () => Promise.reject(new Error('no database'));
    expect((await site.get('/events')).status).toBe(500);
    site.render = async () => site.page(EVENTS);
    expect((await site.get('/events')).status).toBe(200);
  });
});

describe('query parameters', () => {
  beforeEach(() => {
    site.render = async (url) => {
      const given = new URLSearchParams(url.split('?')[1]);
      return site.page({ topics: ['event'], query: { past: given.get('past'), before: given.get('before') } });
    };
  });

  test('count when the route knows them, in any order', async () => {
    await site.get('/events');
    await site.get('/events?past=1&before=k');
    await site.get('/events?before=k&past=1');
    await site.get('/events?past=1');
    expect(site.rendered).toEqual(['/events', '/events?past=1&before=k', '/events?past=1']);
  });

  test('are ignored when it does not know them', async () => {
    await site.get('/events');
    await site.get('/events?utm_source=poster');
    await site.get('/events?fbclid=1&past=1');
    await site.get('/events?past=1&other=2');
    expect(site.rendered).toEqual(['/events', '/events?past=1']);
  });

  test('are ignored as soon as the first answer has shown which ones count', async () => {
    await site.get('/events?utm_source=a');
    await site.get('/events?utm_source=b');
    await site.get('/events?utm_source=c');
    expect(site.rendered).toEqual(['/events?utm_source=a', '/events']);
  });

  test("the router's choice of routes does not split the data of a page", async () => {
    await site.get('/events.data?_routes=routes%2Fevents%2Flist');
    await site.get('/events.data?_routes=root');
    await site.get('/events.data');
    expect(site.rendered).toEqual(['/events.data']);
  });
});

describe('memory', () => {
  beforeEach(async () => {
    site.close();
    site = await openPageServer(MAX_BYTES);
  });

  test('is bounded: the pages asked for longest ago go first', async () => {
    site.text = 'x'.repeat(10_000);
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await site.get(path);
    await site.get('/1');
    await site.get('/6');
    expect(site.cache.size()).toMatchObject({ entries: 5 });
    expect(site.cache.size().bytes).toBeLessThanOrEqual(MAX_BYTES);
    site.rendered = [];
    await site.get('/1');
    await site.get('/2');
    expect(site.rendered).toEqual(['/2']);
  });

  test('counts the compressed copies too, and is given back', async () => {
    await site.get('/1');
    const plain = site.cache.size().bytes;
    const { bytes } = await site.get('/1', { 'accept-encoding': 'gzip' });
    const both = site.cache.size().bytes;
    expect(both).toBeGreaterThanOrEqual(plain + bytes.length);
    await site.get('/1', { 'accept-encoding': 'gzip' });
    expect(site.cache.size().bytes).toBe(both);
    site.cache.drop(['event']);
    expect(site.cache.size()).toMatchObject({ entries: 0, bytes: 0, renders: 1 });
  });

  test('a page larger than all of it is answered and not kept, and pushes nothing out', async () => {
    await site.get('/1');
    const { entries, bytes } = site.cache.size();
    site.text = 'x'.repeat(MAX_BYTES);
    expect((await site.get('/long')).body).toBe(site.text);
    expect(site.cache.size()).toMatchObject({ entries, bytes });
  });
});
