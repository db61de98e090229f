import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../app/domain/event-changes/save-event.ts';
import { kinds } from '../app/domain/kinds/kind.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { admin as officer } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventSent } from './event-inputs.ts';
import { seedAdmin, seedPerson, sendAs, type Person } from './people.ts';

const COMING = { start: '2037-11-20T19:30', end: '2037-11-20T21:00' };
const PAST = { start: '2025-11-20T19:30', end: '2025-11-20T21:00' };

let app: RunningApp;
let admin: Person;
let talks: string;
beforeAll(async () => {
  app = await startApp();
  admin = await seedAdmin(app);
  const add = async (name: string) => (await addRecord(app.site.db, officer, kinds, { name, colour: 'violet' })).key;
  talks = await add('Talks & such');
  const games = await add('Games');
  await add('Unused');
  const events = [
    { title: 'A talk', kind: talks, ...COMING },
    { title: 'A game', kind: games, ...COMING },
    { title: 'Of no kind', ...COMING },
    { title: 'A past talk', kind: talks, ...PAST },
    { title: 'A past game', kind: games, ...PAST },
    { title: 'A secret talk', kind: talks, ...COMING, visibility: 'Draft' } as const,
  ];
  for (const event of events) await addEvent(app.site.db, officer, eventSent(event), app.site.mailing);
});
afterAll(() => app.close());

const textOf = async (path: string) => (await app.get(path)).text();
/** Without what the page repeats for its scripts. */
const shownOf = async (path: string) => (await textOf(path)).replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
/** What the page cache holds, and how often it answered. */
async function kept(): Promise<{ entries: number; hits: number }> {
  const body = await textOf('/metrics');
  const figure = (pattern: RegExp) => Number(pattern.exec(body)?.[1]);
  return { entries: figure(/^clubroom_cache_entries (\d+)/m), hits: figure(/^clubroom_cache_hits_total (\d+)/m) };
}

const titlesIn = (text: string) =>
  ['A talk', 'A game', 'Of no kind', 'A past talk', 'A past game', 'A secret talk'].filter((title) =>
    text.includes(title),
  );

describe('one kind alone', () => {
  test.each([
    ['/events?kind=talks-such', ['A talk']],
    ['/events?kind=talks-such&past=1', ['A talk', 'A past talk']],
    ['/events?kind=games&year=2025', ['A past game']],
    ['/events?kind=games&q=game', ['A game', 'A past game']],
    ['/events?kind=nothing', []],
    ['/events?kind=', []],
    ['/events.ics?kind=games', ['A game']],
    ['/events.ics?kind=nothing', []],
    ['/feed.xml?kind=talks-such', ['A talk']],
    ['/feed.xml?kind=nothing', []],
    ['/api/events?kind=talks-such', ['A talk', 'A past talk']],
    ['/api/events?set=past&kind=games', ['A past game']],
    ['/api/events?set=future&kind=games', ['A game']],
    ['/api/events?set=next&kind=games', ['A game']],
    ['/api/events?set=next-dsc&kind=games', []],
    ['/api/events?kind=nothing', []],
  ])('%s', async (path, titles) => {
    expect(titlesIn(await shownOf(path))).toEqual(titles);
  });

  test('programs read an event’s kind by its key, and of others nothing of it', async () => {
    const all: { title: string }[] = await (await app.get('/api/events?set=future')).json();
    expect(all.find(({ title }) => title === 'A talk')).toMatchObject({ kind: talks });
    expect(all.find(({ title }) => title === 'Of no kind')).not.toHaveProperty('kind');
  });

  test('a calendar and a feed of one kind say so in their names and addresses', async () => {
    expect(await textOf('/events.ics?kind=talks-such')).toMatch(/^NAME:.* events: Talks & such/m);
    const feed = await textOf('/feed.xml?kind=talks-such');
    expect(feed).toMatch(/<title>.* events: Talks &amp; such<\/title>/);
    expect(feed).toContain('/feed.xml?kind=talks-such"');
  });
});

test('/events has a chip for each kind that is in use, and offers each in the calendar’s menu', async () => {
  const page = await shownOf('/events?kind=games');
  const chips = /<nav aria-label="Kinds".*?<\/nav>/s.exec(page)?.[0] ?? '';
  const names = [...chips.matchAll(/<a (.*?)>(.*?)<\/a>/gs)].map(([, attributes = '', inner = '']) => [
    /href="([^"]*)"/.exec(attributes)?.[1],
    inner.replaceAll(/<[^>]*>/g, ''),
    attributes.includes('aria-current="true"'),
  ]);
  expect(names).toEqual([
    ['/events', 'All', false],
    ['/events?kind=talks-such', 'Talks &amp; such', false],
    ['/events?kind=games', 'Games', true],
  ]);
  expect(page).toMatch(/<a href="webcal:[^"]*\/events\.ics\?kind=games">Only Games<\/a>/);
  expect(page).not.toContain('Unused');
});

test('cards and pages say the kind in words', async () => {
  expect(await shownOf('/events')).toMatch(/<span [^>]*data-colour="violet"[^>]*><bdi>Talks &amp; such<\/bdi><\/span>/);
  const [talk]: { $key: string }[] = await (await app.get('/api/events?set=next&kind=talks-such')).json();
  expect(await shownOf(`/events/${talk?.$key}`)).toContain('href="/events?kind=talks-such"');
});

test('each kind is kept in the cache, and made-up ones are not', async () => {
  const paths = ['/events', '/events.ics', '/feed.xml', '/api/events', '/past-events.data'];
  for (const path of paths) await app.get(`${path}?kind=games`);
  const before = await kept();
  for (const path of paths) {
    await app.get(`${path}?kind=games`);
    for (let at = 0; at < 5; at++) await app.get(`${path}?kind=made-up-${at}`);
  }
  const after = await kept();
  expect(after.entries).toBe(before.entries);
  expect(after.hits - before.hits).toBe(paths.length);
});

test('a kind that changes is another one on cached pages at once', async () => {
  const games = await (await app.get('/admin/kinds.data', { headers: { cookie: admin.cookie } })).text();
  expect(games).toContain('Unused');
  expect(await shownOf('/events')).toContain('Games');
  const { key } = await addRecord(app.site.db, officer, kinds, { name: 'Workshops', colour: 'grey' });
  await addEvent(app.site.db, officer, eventSent({ title: 'Soldering', kind: key, ...COMING }), app.site.mailing);
  expect(await shownOf('/events')).toContain('Workshops');
  const input = { name: 'Hands on', colour: 'grey' };
  expect((await sendAs(app, admin, '/admin/kinds', { verb: 'update', key, version: 0, input })).status).toBe(200);
  expect(await shownOf('/events')).toContain('Hands on');
  expect((await sendAs(app, admin, '/admin/kinds', { verb: 'remove', keys: [key] })).status).toBe(200);
  const page = await shownOf('/events');
  expect([page.includes('Soldering'), page.includes('Hands on')]).toEqual([true, false]);
});

test.each(['events', 'viewer', 'treasurer'] as const)('%s may not see or change kinds', async (role) => {
  const person = await seedPerson(app, { admin: false, role });
  const input = { name: 'Mine', colour: 'red' };
  expect((await sendAs(app, person, '/admin/kinds', { verb: 'add', input })).status).toBe(403);
  expect((await app.get('/admin/kinds', { headers: { cookie: person.cookie } })).status).toBe(403);
});
