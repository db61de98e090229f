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

test.each(['/files/none.png', '/files/2026/11/29/none/none.png', '/images/none.png', '/assets/none.js'])(
  'whoever opens %s in a browser reads a page with a way on, and programs a sentence',
  async (path) => {
    const page = await app.get(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    const bare = await app.get(path, { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } });
    expect([page.status, bare.status]).toEqual([404, 404]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(bare.headers.get('content-type')).not.toContain('html');
    const text = await page.text();
    expect(text).toContain('There is no such file.');
    expect(text).toContain('href="/home"');
  },
);
