import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPageServer, type PageServer } from '../../../test/page-server.ts';

let site: PageServer;

beforeEach(async () => {
  site = await openPageServer();
});
afterEach(() => site.close());

describe('how an answer travels', () => {
  beforeEach(() => {
    site.text = 'A page that repeats itself. '.repeat(200);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['BR;Q=1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['br;q=nonsense', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('Accept-Encoding: %s → %s', async (accepted, encoding) => {
    for (const round of ['rendered', 'kept']) {
      const { headers, bytes } = await site.get('/events', { 'accept-encoding': accepted });
      expect({ round, encoding: headers['content-encoding'] }).toEqual({ round, encoding });
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers.vary).toBe('accept-encoding, cookie');
      const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(plain.toString()).toBe(site.text);
    }
  });

  test('is 304 for whoever has it, each encoding under its own tag', async () => {
    const brotli = { 'accept-encoding': 'br' };
    const etag = (await site.get('/events', brotli)).headers.etag ?? '';
    expect(etag).toMatch(/^"[\w-]+-br"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await site.get('/events', { ...brotli, 'if-none-match': known });
      expect(answer).toMatchObject({ status: 304, body: '' });
      expect(answer.headers.etag).toBe(etag);
    }
    expect((await site.get('/events', { 'if-none-match': etag })).status).toBe(200);

    site.text = 'changed';
    site.cache.drop(['event']);
    expect((await site.get('/events', { ...brotli, 'if-none-match': etag })).status).toBe(200);
  });

  test('has no body for HEAD, and the same headers', async () => {
    const whole = await site.get('/events', { 'accept-encoding': 'br' });
    const head = await site.get('/events', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.bytes).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    expect(site.rendered).toHaveLength(1);
  });

  test('long ones pass through as they come, one for each visitor', async () => {
    const parts = ['one ', 'two ', 'three'].map((part) => Buffer.from(part));
    site.render = async () => {
      const unread = [...parts];
      return new Response(
        new ReadableStream({
          pull(controller) {
            const part = unread.shift();
            if (part) controller.enqueue(part);
            else controller.close();
          },
        }),
      );
    };
    const arrived = site.received(3);
    const answers = [site.get('/api/events'), site.get('/api/events'), site.get('/api/events')];
    await arrived;
    for (const { body } of await Promise.all(answers)) expect(body).toBe('one two three');
    expect((await site.get('/api/events', {}, 'HEAD')).body).toBe('');
    expect(site.cache.size().entries).toBe(0);
  });
});
