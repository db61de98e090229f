import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';

const THIS_YEAR = new Date().getUTCFullYear();
const inYear = (year: number) => Date.UTC(year, 5, 1);

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await insertEvents(
    app.site.db,
    ...[1, 2, 3].map((ago) => eventRow(`chess-${ago}`, { title: `Chess ${ago}`, time_start: inYear(THIS_YEAR - ago) })),
    eventRow('go', { title: 'Go', time_start: inYear(THIS_YEAR - 1) }),
  );
});
afterAll(() => app.close());

const page = async (path: string) => (await app.get(path)).text();
const titles = (html: string) =>
  [...html.matchAll(/<h[34][^>]*>(?:<a[^>]*>)?((?:Chess|Go)[^<]*)</g)].map(([, title]) => title);

test('a search is a form that works without JavaScript, and finds what it is asked for', async () => {
  const list = await page('/events');
  expect(list).toMatch(
    /<form[^>]*method="get"[^>]*action="\/events#search"|<form[^>]*action="\/events#search"[^>]*method="get"/,
  );
  expect(list).toMatch(/<input[^>]*name="q"/);
  const found = await page('/events?q=CHESS');
  expect(titles(found)).toEqual(['Chess 1', 'Chess 2', 'Chess 3']);
  expect(found).toMatch(/<input[^>]*value="CHESS"/);
  expect(titles(await page(`/events?q=${THIS_YEAR - 1}+go`))).toEqual(['Go']);
  expect(await page('/events?q=nothing')).toContain('No events found');
});

test('a year leads to its events and those before', async () => {
  const list = await page('/events?past=1');
  expect(list).toContain(`href="/events?year=${THIS_YEAR - 2}#past"`);
  expect(titles(await page(`/events?year=${THIS_YEAR - 2}`))).toEqual(['Chess 2', 'Chess 3']);
});

test('what visitors type is answered and not kept', async () => {
  const kept = async (...paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => app.get(path)));
    return paths.filter((_, place) => answers[place]?.headers.has('etag'));
  };
  const bounded = ['/events', '/events?past=1', `/events?year=${THIS_YEAR - 1}`];
  expect(await kept(...bounded)).toEqual(bounded);
  const typed = ['/events?q=chess', '/events?q=', '/events?year=1234', '/events?year=x', '/past-events.data?q=chess'];
  expect(await kept(...typed)).toEqual([]);
});

test('a crowd of searches is answered in turns, and a page does not wait for them', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => eventRow(`past-${at}`, { title: 'Évening', time_start: at }));
  for (let from = 0; from < many.length; from += 500) await insertEvents(app.site.db, ...many.slice(from, from + 500));
  const ask = async (path: string) => (await app.get(path)).status;
  expect(await ask('/events/chess-1')).toBe(200);
  const searches = Array.from({ length: 60 }, (_, at) => ask(`/past-events.data?q=nothing-${at}`));
  let areAnswered = false;
  const answered = Promise.all(searches).finally(() => (areAnswered = true));
  expect(await ask('/events/chess-1')).toBe(200);
  expect(areAnswered).toBe(false);
  const statuses = new Set(await answered);
  expect(statuses).toEqual(new Set([200]));
  expect(await ask('/past-events.data?q=nothing')).toBe(200);
});
