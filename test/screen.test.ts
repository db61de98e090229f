import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NEVER } from '../app/domain/records/publish-at.ts';
import sample from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let open: RunningApp;
let closed: RunningApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-screen-'));
  await writeFile(join(folder, 'club.json'), JSON.stringify({ ...sample, pages: { ...sample.pages, services: true } }));
  open = await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json') } });
  closed = await startApp();
  const item = { extra: null, version: 0, updated_at: 0, key: 'a', name: 'Samosa', section: 'Food', price: 1.5 };
  for (const { site } of [open, closed])
    await site.db.write(({ query }) => query.insertInto('food').values(item).execute());
});
afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await open.site.db.write(async ({ query, changed }) => {
    await query.deleteFrom('events').execute();
    changed('event', 'all');
  });
});

async function mainOf(app: RunningApp): Promise<string> {
  const page = await (await app.get('/screen')).text();
  return page.slice(page.indexOf('<main'), page.indexOf('</main>'));
}

const titles = (main: string) => [...main.matchAll(/<h[23] dir="auto"[^>]*>([^<]+)/g)].map(([, text]) => text);

const at = (title: string, start: number, given: Parameters<typeof eventRow>[1] = {}) =>
  eventRow(title.toLowerCase(), { title, time_start: Date.now() + start, ...given });

test('what runs and what comes, soonest first; what is over, undated or a draft is not there', async () => {
  await insertEvents(
    open.site.db,
    at('Later', 3 * DAY),
    at('Over', -3 * HOUR, { time_end: Date.now() - HOUR }),
    at('Over without an end', -3 * HOUR),
    at('Running', -DAY, { time_end: Date.now() + HOUR }),
    at('Running without an end', -HOUR),
    at('Draft', HOUR, { publish_at: NEVER }),
    at('Timed', HOUR, { publish_at: Date.now() + DAY }),
    eventRow('undated', { title: 'Undated' }),
  );
  const main = await mainOf(open);
  expect(titles(main)).toEqual(['Running', 'Running without an end', 'Later']);
  expect(await (await open.get('/screen.data')).text()).not.toMatch(/Draft|Timed/);
});

test('one that was cancelled is marked so, and never the next', async () => {
  await insertEvents(open.site.db, at('Off', HOUR, { cancelled: 1, cancel_reason: 'Flooded' }), at('On', DAY));
  const main = await mainOf(open);
  expect(titles(main)).toEqual(['On', 'Off']);
  expect(main).toMatch(/Off<\/h3><p><strong[^>]*>CANCELLED/);
});

test('behind a custom date no time is told, nor when it begins', async () => {
  const start = Date.now() + 2 * DAY;
  await insertEvents(open.site.db, at('Circle', 2 * DAY, { hidden_date: 1, custom_date: 'Every Tuesday' }));
  expect(await mainOf(open)).toContain('Every Tuesday');
  expect(await (await open.get('/screen.data')).text()).not.toContain(String(start).slice(0, 8));
});

test('is kept until an event leaves it, and says nothing that time makes wrong', async () => {
  await insertEvents(open.site.db, at('Soon', 2 * HOUR));
  const page = await open.get('/screen');
  expect(page.headers.get('etag')).toBeTruthy();
  expect(await mainOf(open)).not.toMatch(/\d+<\/strong> (hour|minute)/);
  const again = await open.get('/screen', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('the menu stands where /services is open, and nowhere else', async () => {
  expect(await mainOf(open)).toContain('Samosa');
  expect(await mainOf(closed)).not.toContain('Samosa');
});

test('with nothing to show it says so, and leads to the events by a code', async () => {
  const main = await mainOf(closed);
  expect(main).toContain('There aren’t any events planned yet.');
  expect(main).toContain(`alt="Code for ${new URL(closed.url).host}/events"`);
});

test('is for displays: nothing to press, not for search engines, in no map of the site', async () => {
  await insertEvents(open.site.db, at('Soon', HOUR), at('Later', DAY));
  const page = await (await open.get('/screen')).text();
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).toContain('<title>Screen');
  expect(await mainOf(open)).not.toMatch(/<(a|button|input|select|textarea|summary|video|iframe)\b|tabindex="0"/i);
  expect(await (await open.get('/sitemap.xml')).text()).not.toContain('/screen');
  expect(await (await open.get('/home')).text()).not.toContain('href="/screen"');
});

test('its worker may look after the screen', async () => {
  const [worker = ''] = globSync('build/client/assets/screen.worker-*.js');
  const answer = await open.get(worker.replace('build/client', ''));
  expect(answer.headers.get('service-worker-allowed')).toBe('/');
});
