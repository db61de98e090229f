import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProcess, type SiteProcess } from './process.ts';

let folder: string;
let site: SiteProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-faults-'));
  // As an address: the project's folder may have spaces, where these options end.
  const planted = pathToFileURL(resolve('test/uncaught-errors.ts')).href;
  const env = { DATA_DIR: folder, CLUB_EMPTY: '1', NODE_OPTIONS: `--import=${planted}` };
  site = await startProcess(env);
});
afterEach(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
});

const faults = () =>
  site
    .said()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .map((line): { id?: string; error: string } => JSON.parse(line));

const isServing = async () => (await fetch(`${site.url}/healthz`)).status === 200;

test('an error that nothing caught is answered in its request, named in the log, and harms no other', async () => {
  const answer = await fetch(`${site.url}/assets/cs-guide.md`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('Something went wrong on our side. Please try again in a moment.');
  expect(faults()).toEqual([
    expect.objectContaining({ id: expect.any(String), error: 'Error: An exception planted in a request' }),
  ]);
  expect(await isServing()).toBe(true);
});

test('errors of nobody’s request are named in the log; when they come again and again, the process ends in order', async () => {
  site.process.kill('SIGUSR2');
  await expect
    .poll(() => faults().map(({ error }) => error))
    .toEqual(['Error: A planted rejection', 'Error: A planted exception']);
  expect(await isServing()).toBe(true);
  for (let times = 1; times < 5; times++) {
    site.process.kill('SIGUSR2');
    await expect.poll(() => faults().length).toBe(2 * times + 2);
  }
  expect(await site.ended).toBe(1);
});
