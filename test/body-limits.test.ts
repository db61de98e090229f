import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { sameOriginHeaders, seedAdmin } from './people.ts';
import { visitorOf } from './visitor.ts';

const MEGABYTE = 1024 * 1024;

describe('a body that is too large', () => {
  let app: RunningApp;
  let sending: Record<string, string>;
  let site: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({ env: { MAX_FILE_MB: '1', MAX_IMAGE_MB: '1' } });
    ({ sending } = await seedAdmin(app));
    site = { ...sameOriginHeaders(app), 'x-attestation': visitorOf(app).token() };
  });
  afterAll(() => app.close());

  /** Sends `bytes` bytes, which are announced or come in chunks, and gives back what was answered. */
  function send(
    path: string,
    bytes: number,
    headers: Record<string, string>,
    { method = 'POST', announced = true } = {},
  ) {
    return new Promise<{ status: number; said: string }>((resolve, reject) => {
      const length = announced ? { 'content-length': String(bytes) } : { 'transfer-encoding': 'chunked' };
      const call = request(app.url + path, { method, headers: { ...headers, ...length } }, (response) => {
        text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject);
      });
      // The answer may come, and the connection go, before all was sent.
      call.on(
        'error',
        (error) => ('code' in error && ['EPIPE', 'ECONNRESET'].includes(String(error.code))) || reject(error),
      );
      const piece = Buffer.alloc(64 * 1024, 'a');
      for (let sent = 0; sent < bytes; sent += piece.length) call.write(piece.subarray(0, bytes - sent));
      call.end();
    });
  }

  const routes: [string, string, number, () => Record<string, string>, string][] = [
    ['POST', '/api/entries/some-form', 0.3, () => ({ ...site, 'content-type': 'application/json' }), 'shorten'],
    ['POST', '/api/attest/token', 0.02, () => ({ ...site, 'content-type': 'application/json' }), 'shorten'],
    [
      'POST',
      '/forms/d/e/contact/formResponse',
      0.3,
      () => ({ ...site, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }),
      'shorten',
    ],
    ['POST', '/admin/execs.data', 1.1, () => sending, 'shorter'],
    ['POST', '/admin/food.data', 1.1, () => sending, 'shorter'],
    ['POST', '/admin/dsc.data', 1.1, () => sending, 'shorter'],
    ['POST', '/admin/files.data', 1.1, () => sending, 'shorter'],
    ['POST', '/admin/events.data', 1.1, () => sending, 'shorter'],
    ['POST', '/admin/home.data', 1.1, () => sending, 'shorter'],
    ['PUT', '/api/uploads/6a2f41a3-c54c-4ce8-8e2f-3d3c1d1b2a10?name=a.bin', 1.1, () => sending, 'larger than 1 MB'],
  ];

  test.each(routes)('is refused with 413 and a sentence: %s %s', async (method, path, megabytes, headers, sentence) => {
    const bytes = Math.ceil(megabytes * MEGABYTE);
    for (const announced of [true, false]) {
      const { status, said } = await send(path, bytes, headers(), { method, announced });
      expect([announced, status]).toEqual([announced, 413]);
      expect(said).toContain(sentence);
    }
  });

  test.each(routes)('is not unpacked: %s %s', async (method, path, _megabytes, headers) => {
    const body = new Uint8Array(gzipSync(Buffer.alloc(8 * MEGABYTE)));
    const answer = await app.get(path, { method, body, headers: { ...headers(), 'content-encoding': 'gzip' } });
    expect(answer.status).toBe(415);
    expect((await answer.json()).error).toMatch(/\.$/);
  });

  test('is refused by screens that take nothing', async () => {
    for (const path of ['/home', '/events/none', '/nothing', '/auth/callback', '/api/events']) {
      const { status } = await send(path, 2 * MEGABYTE, sameOriginHeaders(app), { announced: false });
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });
});
