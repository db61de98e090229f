import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FOREIGN,
  foreignIn,
  MOST_DRAW_SCRIPT_KB,
  MOST_SCRIPT_KB,
  readChunks,
  scriptSize,
  scriptsOf,
} from '../bench/machine/chunks.ts';
import club from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';

let app: RunningApp;
let folder: string;
let chunks: Record<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-scripts-'));
  const config = { ...club, pages: { services: true, dsc: true, apply: true, merch: true } };
  await writeFile(join(folder, 'club.json'), JSON.stringify(config));
  [app, chunks] = await Promise.all([
    startApp({ sample: true, env: { CLUB_CONFIG: join(folder, 'club.json') } }),
    readChunks(),
  ]);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const PAGES = [
  '/home',
  '/events',
  '/team',
  '/signup',
  '/contact',
  '/guide',
  '/links',
  '/sponsors',
  '/accessibility',
  '/membership',
  '/mentoring',
];
const OPTIONAL = ['/services', '/dsc', '/apply', '/merch'];

/** What should not be there, in scripts that the page at `path` loads now or later. */
async function foreignBehind(path: string): Promise<string[]> {
  const answer = await app.get(path);
  const scripts = await scriptsOf(await answer.text(), { later: true });
  // The router's list of routes is no module.
  const unknown = scripts.filter((script) => !chunks[script] && !script.startsWith('manifest-'));
  if (answer.status !== 200 || scripts.length < 3 || unknown.length > 0)
    throw new Error(
      `${path} (${answer.status}) names ${scripts.length} scripts, of them unknown: ${unknown.join(', ')}`,
    );
  return Object.values(FOREIGN).flatMap((pattern) => foreignIn(scripts, chunks, pattern));
}

test.each([...PAGES, ...OPTIONAL])('%s loads no code of the admin area, zod or dates', async (path) => {
  expect(await foreignBehind(path)).toEqual([]);
});

test('the list of routes that comes with it names no file of the admin area', async () => {
  const html = await (await app.get('/home')).text();
  const [url = ''] = /\/assets\/manifest-[\w-]+\.js/.exec(html) ?? [];
  const list = await (await app.get(url)).text();
  expect(list).toContain('"routes/events/list"');
  expect(list).not.toContain('routes/admin/');
});

test('nor does any event’s page', async () => {
  const events: { $key: string }[] = await (await app.get('/api/events?set=all')).json();
  expect(events.length).toBeGreaterThan(3);
  for (const { $key } of events) expect(await foreignBehind(`/events/${$key}`)).toEqual([]);
});

test('no public page loads more script than its limit before it is alive', async () => {
  const [event]: { $key: string }[] = await (await app.get('/api/events?set=future')).json();
  const pages = [...PAGES, ...OPTIONAL, `/events/${event?.$key}`].map((path) => ({ path, most: MOST_SCRIPT_KB }));
  for (const { path, most } of [...pages, { path: `/events/${event?.$key}/draw`, most: MOST_DRAW_SCRIPT_KB }]) {
    const scripts = await scriptsOf(await (await app.get(path)).text(), { later: false });
    expect([path, await scriptSize(scripts)]).toEqual([path, expect.toSatisfy((size) => size <= most)]);
  }
});

test('all of that is in the build, where this would find it', () => {
  for (const pattern of Object.values(FOREIGN))
    expect(foreignIn(Object.keys(chunks), chunks, pattern).length).toBeGreaterThan(2);
});
