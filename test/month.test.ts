import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { monthOf } from './month-of.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const textOf = async (path: string) => (await app.get(path)).text();
/** Without what the page repeats for its scripts. */
const shownOf = async (path: string) => (await textOf(path)).replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
const entries = async () => Number(/^clubroom_cache_entries (\d+)/m.exec(await textOf('/metrics'))?.[1]);
const laterThan = async (path: string) =>
  /href="([^"]*)">Later/.exec(await shownOf(path))?.[1]?.replaceAll('&amp;', '&') ?? '';
const NEXT = '/events?view=month';

test('is a table whose headings are weekdays and whose cells hold links to events', async () => {
  const page = await shownOf(NEXT);
  const [table = ''] = /<table.*<\/table>/s.exec(page) ?? [];
  expect([...table.matchAll(/<th scope="col" abbr="(\w+)">/g)].map(([, day]) => day)).toEqual([
    ...['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  ]);
  expect(table).toMatch(/<td [^>]*aria-current="date"/);
  expect(await shownOf(`${NEXT}&month=${await monthOf(app.url, 'Game Night')}`)).toMatch(
    /<a href="\/events\/[^"]+"><span class="[^"]*">6:30 PM<\/span> <span dir="auto">Game Night</,
  );
  expect(page).toMatch(/<nav aria-label="Months".*Earlier.*Today.*Later.*<\/nav>/s);
});

test('keeps the kind, in the chips’ links as in its own', async () => {
  expect(await shownOf(`${NEXT}&month=${await monthOf(app.url, 'Game Night')}&kind=games`)).toContain('Game Night');
  const page = await shownOf(`${NEXT}&kind=games`);
  const links = [
    ...page.matchAll(/href="(\/events\?[^"]*)"[^>]*>(?:<[^>]*>)*(Earlier|Later|Today|List|Month|Talks|All)</g),
  ];
  const of = (name: string) => links.find(([, , label]) => label === name)?.[1]?.replaceAll('&amp;', '&');
  for (const name of ['Earlier', 'Later', 'Today', 'Month', 'List']) expect(of(name)).toContain('kind=games');
  expect(of('Talks')).toBe('/events?view=month&kind=talks');
  expect(of('All')).toBe('/events?view=month');
});

test('keeps the committee, in its own links as in the chips’, and has nothing of an unknown one', async () => {
  const { key, title, committee } = await app.site.db.query
    .selectFrom('events')
    .select(['key', 'title', 'committee'])
    .where('title', '=', 'Chess and Algorithms')
    .executeTakeFirstOrThrow();
  const month = `&month=${await monthOf(app.url, title ?? '')}`;
  const all = await shownOf(NEXT + month);
  const own = await shownOf(`${NEXT}${month}&committee=${committee}`);
  const eventsOf = (page: string) => [...page.matchAll(/<a href="\/events\/([^"]+)"/g)].map(([, found]) => found);
  expect(eventsOf(all).length).toBeGreaterThan(1);
  expect(eventsOf(own)).toEqual([key]);
  expect(own).toContain('Organised by ');
  const links = [...own.matchAll(/href="(\/events\?[^"]*)"/g)].map(([, link]) => link);
  expect(links.filter((link) => !link?.includes(`committee=${committee}`))).toEqual([]);
  expect(await shownOf(`/events?committee=${committee}`)).toContain(`/events?view=month&amp;committee=${committee}`);
  const none = await shownOf(`${NEXT}${month}&committee=none`);
  expect(eventsOf(none)).toEqual([]);
  expect(none).toContain('No events found');
});

test('is smaller than the list, and as large to a browser’s scripts', async () => {
  const [month, list] = [await textOf(NEXT), await textOf('/events')];
  expect(Buffer.byteLength(month)).toBeLessThan(Buffer.byteLength(list));
});

test('each is kept once; what is far away or none is not, nor found by search engines', async () => {
  for (const path of ['/events', NEXT]) await app.get(path);
  const before = await entries();
  for (const path of ['/events?view=month&month=2999-01', '/events?view=month&month=1999-01']) {
    const page = await shownOf(path);
    expect(page).toContain('<meta name="robots" content="noindex"/>');
    expect(page).toContain('There are no events in this month.');
  }
  for (const query of ['&month=2026-99', '&month=', '&month=x', '&kind=none', '&committee=none'])
    await app.get(NEXT + query);
  await app.get('/events?view=nothing');
  expect(await entries()).toBe(before);
  // The next month may be kept already, as the game night's.
  const next = await laterThan(NEXT);
  const later = await laterThan(next);
  const kept = await entries();
  expect(await shownOf(later)).not.toContain('noindex');
  await app.get(later);
  expect(await entries()).toBe(kept + 1);
});
