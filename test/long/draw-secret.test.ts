import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../app/db/db.server.ts';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { HOUR_MS } from '../../app/time/durations.ts';
import { startApp, type RunningApp } from '../app.ts';
import { plantTalk } from '../cast.ts';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { publicAddresses } from '../public-walk.ts';
import { readZip } from '../read-zip.ts';
import { signUpRow } from '../sign-ups.ts';

const SECRET = randomBytes(32).toString('hex');
const BYTES = Buffer.from(SECRET, 'hex');
/** In whatever letters it is written, a half of it is a leak as well. */
const HALVES = [SECRET, BYTES.toString('base64'), BYTES.toString('base64url')].flatMap((written) => {
  const half = Math.floor(written.length / 2);
  return [written.slice(0, half), written.slice(half, written.length - 1)];
});
const NAMED = { key: 'talk', formId: 'form', paths: [], names: [], start: 0 };

let folder: string;
let site: SiteProcess;
let db: Database;
let cookie: string;
let routes: RunningApp['routes'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-draw-secret-'));
  const app = await startApp({ env: { DATA_DIR: folder } });
  ({ routes } = app);
  await app.close();
  cookie = await seedAdminIn(folder);
  db = await openDatabase({ dataDir: folder });
  const people = ['ana', 'ben', 'cleo'].map((key, at) =>
    signUpRow('form', key, { state: 'entered', ticket: `AAAA222${at + 2}` }),
  );
  await plantTalk(db, { form: { draw: 1, places: 2, closes: Date.now() + HOUR_MS, draw_secret: SECRET }, people });
  site = await startProcess({ DATA_DIR: folder, CLUB_EMPTY: '1' });
});

afterAll(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything that an answer holds, unpacked. */
async function read(path: string, init?: RequestInit): Promise<string> {
  const headers = { cookie, origin: site.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const answer = await fetch(site.url + path, { redirect: 'manual', headers, ...init });
  const said = [...answer.headers].join('\n');
  if (answer.headers.get('content-type') !== 'application/zip') return said + (await answer.text());
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  return [said, ...[...files.values()].map(String)].join('\n');
}

const leaks = (text: string) => HALVES.some((half) => text.toLowerCase().includes(half.toLowerCase()));

/** The addresses of the talk and its first sign-up. */
const filled = (pattern: string) =>
  pattern
    .replace('sign-ups/:key', 'sign-ups/ana')
    .replace(':form/', 'form/')
    .replaceAll(/:\w+/g, 'talk')
    .replace('*', 'talk');

test('before it is used the secret is in no page, answer, export or error, and not in what the site says', async () => {
  const below = [...new Set(routes.map(({ path }) => path))].filter((path) => /^\/admin(\/|$)/.test(path)).map(filled);
  const all = [...publicAddresses(routes, NAMED).paths, ...below, ...below.map((path) => `${path}.data`)];
  // Whoever asks stays signed in.
  const paths = all.filter((path) => !path.startsWith('/auth/'));
  expect(paths.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const path of paths) if (leaks(await read(path))) found.push(path);
  for (const path of paths) {
    for (const body of ['{"verb":"none"}', '{"email":"ana@example.edu"}'])
      if (leaks(await read(path, { method: 'POST', body }))) found.push(`POST ${path} ${body}`);
  }
  expect(found).toEqual([]);
  expect(await read('/admin/events/talk')).toContain('3 in the draw for 2 places');
  expect(leaks(site.said())).toBe(false);
  const mails = await db.query.selectFrom('outbox').selectAll().execute();
  expect(mails.filter((mail) => leaks(JSON.stringify(mail)))).toEqual([]);
}, 300_000);

test('after it everyone reads it, by the same search', async () => {
  expect((await read('/events/talk/draw.json')).includes('"hash":"')).toBe(true);
  await db.write(({ query }) =>
    query
      .updateTable('forms')
      .set({ closes: Date.now() - 1 })
      .execute(),
  );
  await expect.poll(async () => leaks(await read('/events/talk/draw.json')), { timeout: 15_000 }).toBe(true);
});
