import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../app/domain/roles.ts';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { PUBLIC_SCREENS } from './access-rules.ts';
import { startApp, type RunningApp } from './app.ts';
import { ana, plantTalk } from './cast.ts';
import { sameOriginHeaders, seedAdmin, seedPerson, sendAs } from './people.ts';
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

describe('bodies that arrive slowly', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Announces a body of so many bytes and sends none of it; the answer, where one comes. */
  function begin(path: string, bytes: number, headers: Record<string, string>, method = 'POST') {
    const call = request(app.url + path, { method, headers: { ...headers, 'content-length': String(bytes) } });
    const status = new Promise<number>((done) => call.on('response', (response) => done(response.statusCode ?? 0)));
    call.on('error', () => undefined);
    call.flushHeaders();
    return { status, leave: () => call.destroy() };
  }

  const REMOVE = { verb: 'remove', keys: ['none'] };
  const slow: [string, Role, string, string][] = [
    ['saves of somebody who may only look', 'viewer', '/admin/execs.data', 'POST'],
    ['files of an officer', 'events', '/api/uploads/6a2f41a3-c54c-4ce8-8e2f-3d3c1d1b2a10?name=a.png', 'PUT'],
  ];

  test.each(slow)('are refused beyond a few of one person, unread: %s', async (_what, role, path, method) => {
    const [one, ada] = [await seedPerson(app, { admin: false, role }), await seedAdmin(app)];
    const begun = Array.from({ length: 150 }, () => begin(path, 1_500_000, one.sending, method));
    const refused: number[] = [];
    for (const { status } of begun) status.then((code) => refused.push(code)).catch(() => undefined);
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(120);
    expect(new Set(refused)).toEqual(new Set([429]));
    // Nobody else is kept from saving.
    expect((await sendAs(app, ada, '/admin/execs', REMOVE)).status).toBe(200);
    for (const { leave } of begun) leave();
    const again = async () => (await sendAs(app, one, '/admin/execs', REMOVE)).status;
    await expect.poll(again, { timeout: 20_000 }).toBe(403);
  });
});

describe('a form of a public screen', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
    await plantTalk(app.site.db, { people: [ana] });
  });
  afterAll(() => app.close());

  const FORMS = ['/membership', '/sign-ups/none', '/still-coming/none', '/subscribe'];
  /** Signing out reads nothing of what is sent. */
  const screens = [...PUBLIC_SCREENS]
    .filter((path) => path !== '/auth/logout')
    .map((path) => path.replaceAll(/:\w+/g, 'none').replace('*', 'none/none'));
  const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { ...sameOriginHeaders(app), 'content-type': type };
    const answer = await app.get(path, { method: 'POST', redirect: 'manual', headers, body });
    return { status: answer.status, said: await answer.text() };
  };
  const TOO_MANY = ['a&'.repeat(130_000), 'a=b&'.repeat(60_000)];

  test.each(TOO_MANY)('is refused with 413 for too many fields, and no other screen takes one', async (body) => {
    const answers = await Promise.all(screens.map(async (path) => ({ path, ...(await post(path, body)) })));
    const taking = answers.filter(({ status }) => status === 413).map(({ path }) => path);
    expect(taking.toSorted()).toEqual(FORMS);
    expect(answers.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  });

  test('is refused with 413 for too many bytes', async () => {
    for (const path of FORMS) expect((await post(path, `a=${'x'.repeat(300 * 1024)}`)).status).toBe(413);
  });

  test('says that it was too much', async () => {
    const link = await app.site.db.write((tx) => newLink(tx, 'form', 'ana'));
    for (const path of ['/membership', '/subscribe', `/sign-ups/${link}`, `/still-coming/${link}`]) {
      const { status, said } = await post(path, TOO_MANY[0] ?? '');
      expect([path, status, />What you typed is too much for this form\./.test(said)]).toEqual([path, 413, true]);
    }
  });

  test('takes little where it asks for one address', async () => {
    const fields = (count: number) => `email=a${'&a='.repeat(count - 1)}`;
    expect((await post('/membership', fields(20))).status).toBe(200);
    expect((await post('/membership', fields(21))).status).toBe(413);
    expect((await post('/membership', `email=${'x'.repeat(16 * 1024)}`)).status).toBe(413);
    expect((await post('/sign-ups/none', `answer=${'x'.repeat(17 * 1024)}`)).status).toBe(400);
  });

  test('is what a browser sends without a script, and nothing else', async () => {
    const parts = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@example.org\r\n--x--\r\n';
    for (const path of FORMS) {
      expect((await post(path, parts, 'multipart/form-data; boundary=x')).status).toBe(400);
      expect((await post(path, 'email=a', 'text/plain')).status).toBe(400);
    }
  });
});
