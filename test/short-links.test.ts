import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listCommittees } from '../app/domain/committees/list.ts';
import { listProposals } from '../app/domain/event-changes/proposals.ts';
import { addEvent } from '../app/domain/event-changes/save-event.ts';
import { addLink, updateLink } from '../app/domain/links/change.ts';
import { links } from '../app/domain/links/link.ts';
import { listWorkingLinks, viewLinks } from '../app/domain/links/read-links.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventSent } from './event-inputs.ts';
import { seedAdmin, seedPerson, sendAs, type Person } from './people.ts';
import { readZip } from './read-zip.ts';
import { load } from './transfers.ts';

const CHAT = { slug: 'chat', url: 'https://chat.example.com/invite', note: 'Chat', until: null };

let app: RunningApp;
let officer: Person;

beforeAll(async () => {
  app = await startApp();
  officer = await seedAdmin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const all = await listAll();
  const keys = all.map(({ key }) => key);
  if (keys.length > 0) await removeRecords(app.site.db, ada, links, keys);
  await app.site.db.write(({ query }) => query.deleteFrom('trash').execute());
});

const listAll = async () => (await viewLinks(app.site.db, app.site.clock, { search: '', limit: 10_000 })).rows;
const add = async (given: object = {}) =>
  (await addLink(app.site.db, ada, { input: { ...CHAT, ...given }, publicUrl: app.url })).key;
const save = (key: string, version: number, given: object) =>
  updateLink(app.site.db, ada, { key, version, input: { ...CHAT, ...given }, publicUrl: app.url });
const whereTo = async (path: string, init?: RequestInit) => {
  const { status, headers } = await app.get(path, init);
  return [status, headers.get('location')];
};
const visitsOf = async (slug: string) => (await listAll()).find((one) => one.slug === slug)?.visits;

describe('a short link', () => {
  test('answers with where it leads, and nothing of who comes', async () => {
    await add();
    for (const path of ['/go/chat', '/go/chat?utm_source=poster', '/GO/Chat', '/go/chat/', '/go/chat']) {
      const answer = await app.get(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, CHAT.url]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('etag')).toBeNull();
    }
    expect(await whereTo('/go/chat', { headers: { 'if-none-match': '*' } })).toEqual([302, CHAT.url]);
    expect(await whereTo('/go/chat', { method: 'HEAD' })).toEqual([302, CHAT.url]);
  });

  test('is kept in memory until a link changes', async () => {
    const key = await add();
    const answers = async () => {
      const metrics = await (await app.get('/metrics')).text();
      const count = (name: string) =>
        Number(new RegExp(`^clubroom_cache_${name}_total (\\d+)`, 'm').exec(metrics)?.[1]);
      return { hits: count('hits'), misses: count('misses') };
    };
    const follow = async (times: number) => {
      const before = await answers();
      for (let at = 0; at < times; at++) await whereTo('/go/chat');
      const after = await answers();
      return { hits: after.hits - before.hits, misses: after.misses - before.misses };
    };
    expect(await follow(5)).toEqual({ hits: 4, misses: 1 });
    await save(key, 0, { url: '/team' });
    expect(await follow(5)).toEqual({ hits: 4, misses: 1 });
  });

  test('is only read, as unknown addresses are: whoever posts to it reads that', async () => {
    await add();
    for (const path of ['/go/chat', '/go/nowhere', '/nothing/here', '/events/a/b/c', '/', '/past-events'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await app.get(path, { method, headers: { origin: app.url } });
        expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(await answer.json()).toMatchObject({ detail: 'This address can only be read.' });
      }
    expect(await visitsOf('chat')).toBe(0);
  });

  test('follows a change at the next request', async () => {
    const key = await add();
    await whereTo('/go/chat');
    await save(key, 0, { url: '/team' });
    expect(await whereTo('/go/chat')).toEqual([302, '/team']);
    await save(key, 1, { slug: 'talk' });
    const moved = await app.get('/go/chat?utm_source=poster');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/go/talk']);
    // Somebody else may take the old address: browsers ask again.
    expect(moved.headers.get('cache-control')).toBe('no-cache');
    expect(moved.headers.get('referrer-policy')).toBe('no-referrer');
    expect(moved.headers.get('set-cookie')).toBeNull();
    await removeRecords(app.site.db, ada, links, [key]);
    expect(await whereTo('/go/talk')).toEqual(await whereTo('/nothing/here'));
    expect(await whereTo('/go/chat')).toEqual(await whereTo('/nothing/here'));
  });

  test('ends at its moment, and is unknown then', async () => {
    await add({ until: Date.now() + 700 });
    expect(await whereTo('/go/chat')).toEqual([302, CHAT.url]);
    await expect.poll(() => whereTo('/go/chat')).toEqual(await whereTo('/nothing/here'));
  });

  test('is in no list of addresses', async () => {
    await add();
    expect(await (await app.get('/sitemap.xml')).text()).not.toContain('/go/');
    expect((await sendAs(app, officer, '/go/chat')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('its visits', () => {
  test('are counted, but not those that only look, or are signed in', async () => {
    await add();
    await whereTo('/go/chat', { method: 'HEAD' });
    await whereTo('/go/chat', { headers: { 'sec-purpose': 'prefetch;prerender' } });
    await whereTo('/go/chat', { headers: { purpose: 'prefetch' } });
    await whereTo('/go/chat', { headers: { cookie: officer.cookie } });
    for (const path of ['/go/chat', '/go/chat', '/GO/chat', '/go/chat?x=1']) await whereTo(path);
    await expect.poll(() => visitsOf('chat'), { timeout: 8000 }).toBe(4);
  });

  test('are shown to officers by day, and are in no export', async () => {
    const key = await add();
    await whereTo('/go/chat');
    await expect.poll(() => visitsOf('chat'), { timeout: 8000 }).toBe(1);
    expect((await app.get(`/admin/links/${key}/visits`)).status).toBe(401);
    const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
    const answer = await app.get(`/admin/links/${key}/visits`, { headers: { cookie: viewer.cookie } });
    expect(await answer.json()).toMatchObject({ days: [{ visits: 1 }] });
  });
});

test('of ten thousand a page has the first ones, and finds any', async () => {
  const link = Object.fromEntries(
    Array.from({ length: 10_000 }, (_one, at) => [`k${at}`, { slug: `link-${at}`, url: '/team', order: at }]),
  );
  await load(app.site.db, { link });
  const page = async (query = '') => {
    const answer = await app.get(`/admin/links${query}`, { headers: { cookie: officer.cookie } });
    return answer.text();
  };
  const [first, found] = [await page(), await page('?search=link-9999')];
  expect(first.length).toBeLessThan(500_000);
  expect(first.replaceAll('<!-- -->', '')).toContain('200 of 10,000 links');
  expect(first).not.toContain('/go/link-9999');
  expect(found).toContain('/go/link-9999');
}, 60_000);

test('the sample club has two committees, of which one may not publish and has proposed an event, and three short links', async () => {
  const sample = await startApp({ sample: true });
  onTestFinished(() => sample.close());
  const { db, settings } = sample.site;
  expect((await listCommittees(db)).map(({ mayPublish }) => mayPublish)).toEqual([true, false]);
  expect(await listProposals(db, ada)).toHaveLength(1);
  const { cookie } = await seedAdmin(sample);
  const home = await (await sample.get('/admin/home', { headers: { cookie } })).text();
  expect(home.replaceAll('<!-- -->', '')).toContain('1 event is proposed.');
  const working = await listWorkingLinks(db, settings);
  expect(working).toHaveLength(3);
  for (const { path, to } of working) {
    const answer = await sample.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  }
});

describe('the archive', () => {
  test('has a page for each that leads on, to a file of it or to another site', async () => {
    await add();
    await add({ slug: 'who', url: '/team' });
    await add({ slug: 'old', url: '/team', until: 1 });
    const answer = await app.get('/admin/archive/archive.zip', { headers: { cookie: officer.cookie } });
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    const names = [...files.keys()].filter((name) => name.startsWith('go/'));
    expect(names.toSorted()).toEqual(['go/chat.html', 'go/who.html']);
    expect(files.get('go/who.html')?.toString()).toContain('url=../team.html');
    expect(files.get('go/chat.html')?.toString()).toContain(`url=${CHAT.url}`);
    expect(files.get('club.json')?.toString()).toContain('"slug":"chat"');
  });
});

test('an event has a short link of its own, made by whoever may change links', async () => {
  const { key } = await addEvent(app.site.db, ada, eventSent({ title: 'Chess Night' }), app.site.mailing);
  const ask = (who: Person, id: string) => sendAs(app, who, `/admin/events/${id}/short-link`);
  expect((await ask(officer, 'nobody')).status).toBe(404);
  expect((await ask(await seedPerson(app, { admin: false, role: 'events' }), key)).status).toBe(403);
  for (const _time of [1, 2])
    expect(JSON.parse((await ask(officer, key)).text)).toEqual({ ok: true, slug: 'chess-night' });
  expect(await whereTo('/go/chess-night')).toEqual([302, `/events/${key}`]);
});
