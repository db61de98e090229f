import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test.each(['GET', 'HEAD'])('what the build named by its content is kept by browsers for good: %s', async (method) => {
  const [file] = (await readdir('build/client/assets')).filter((name) => name.endsWith('.js'));
  const asked: Record<string, string>[] = [{}, { 'accept-encoding': 'br' }, { range: 'bytes=0-9' }];
  for (const headers of asked) {
    const answer = await app.get(`/assets/${file}`, { method, headers });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('the guide’s source, which changes at the same address, is asked for anew each time', async () => {
  expect((await app.get('/assets/cs-guide.md')).headers.get('cache-control')).toBe('no-cache');
});

test('other bundled files are kept for a day', async () => {
  const [file] = (await readdir('build/client/images')).filter((name) => /\.\w+$/.test(name));
  expect((await app.get(`/images/${file}`)).headers.get('cache-control')).toBe('public, max-age=86400');
});
