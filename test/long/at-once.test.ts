import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningApp } from '../app.ts';
import { eventSent } from '../event-inputs.ts';
import { seedAdmin } from '../people.ts';
import { picture } from '../pictures.ts';
import { addEventWithForm, proxiedApps } from '../proxied-apps.ts';
import { visitorOf, type Visitor } from '../visitor.ts';

const MANY = 100;
const FIELDS = [{ name: 'name', type: 'text', description: 'Name', required: true }];

describe.each(proxiedApps)('a hundred at once, on %s', (_name, open) => {
  let app: RunningApp;
  let visitor: Visitor;
  let sending: Record<string, string>;
  let networks = 0;

  beforeAll(async () => {
    app = await open();
    visitor = visitorOf(app);
    ({ sending } = await seedAdmin(app));
    await addEventWithForm(app, 'form', FIELDS);
  });

  afterAll(() => app.close());

  /** How often each status was answered. */
  async function tally(send: (index: number) => Promise<{ status: number }>): Promise<Record<string, number>> {
    const answers = await Promise.all(Array.from({ length: MANY }, (_, index) => send(index)));
    const counts: Record<string, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  /** Each from a network of its own: how much one may send is tried elsewhere. */
  const from = () => ({ 'x-forwarded-for': `10.0.${Math.floor(++networks / 250)}.${networks % 250}` });
  const post = (path: string, command: object) =>
    app.get(path, { method: 'POST', headers: sending, body: JSON.stringify(command) });
  const entries = async () => (await app.site.db.query.selectFrom('entries').select('key').execute()).length;

  test('the same response is stored once: some are told so, the others that it was tried too often', async () => {
    const sent = { answers: { name: 'Sam' }, once: visitor.once(), token: visitor.token() };
    const statuses = await tally(() => visitor.json('/api/entries/form', sent, from()));
    expect(Object.keys(statuses).toSorted()).toEqual(['200', '403']);
    expect(await entries()).toBe(1);
  });

  test('one proof covers one response, whatever else is different', async () => {
    const token = visitor.token();
    const before = await entries();
    const statuses = await tally((index) =>
      visitor.json('/api/entries/form', { answers: { name: `${index}` }, once: visitor.once(), token }, from()),
    );
    expect(statuses).toEqual({ 200: 1, 403: MANY - 1 });
    expect(await entries()).toBe(before + 1);
  });

  test('of saves over one version one is taken, and the others are told what changed', async () => {
    const { key } = await (
      await post('/admin/events.data', { verb: 'add', input: eventSent() })
    )
      .text()
      .then(() =>
        app.site.db.query.selectFrom('events').select('key').where('title', '=', 'Talk').executeTakeFirstOrThrow(),
      );
    const save = (title: string) =>
      post('/admin/events.data', { verb: 'update', key, version: 0, input: eventSent({ title }) });
    expect(await tally((index) => save(`Talk ${index}`))).toEqual({ 200: 1, 409: MANY - 1 });
  });

  test('the same removal removes once, and none of them is an error of ours', async () => {
    const { key } = await app.site.db.query
      .selectFrom('events')
      .select('key')
      .where('title', 'like', 'Talk %')
      .executeTakeFirstOrThrow();
    const statuses = await tally(() => post('/admin/events.data', { verb: 'remove', keys: [key] }));
    expect(Object.keys(statuses).filter((status) => !/^(200|404)$/.test(status))).toEqual([]);
    expect((await app.get(`/api/events/${key}`)).status).toBe(404);
    const trash = await app.site.db.query.selectFrom('trash').selectAll().execute();
    expect(trash.filter((row) => JSON.stringify(row).includes(key)).length).toBe(1);
  });

  test('uploads under one id store one file', async () => {
    const [guid, body] = [crypto.randomUUID(), new Uint8Array(await picture(40, 30))];
    const put = () =>
      app.get(`/api/uploads/${guid}?name=a.jpg`, { method: 'PUT', headers: { ...sending, ...from() }, body });
    const { 201: stored, 422: known = 0, 429: busy = 0 } = await tally(put);
    // One person’s uploads are taken a few at a time.
    expect([stored, known > 0, known + busy]).toEqual([1, true, MANY - 1]);
  });

  test('uploads that are broken off leave nothing', async () => {
    const left = async () => {
      const files = await app.site.db.query.selectFrom('files').select('guid').orderBy('guid').execute();
      const deletions = await app.site.db.query.selectFrom('file_deletions').select('path').orderBy('path').execute();
      return JSON.stringify([files, deletions]);
    };
    const before = await left();
    const body = await picture(400, 300);
    for (let index = 0; index < 20; index++) await breakOff(`/api/uploads/${crypto.randomUUID()}?name=a.jpg`, body);
    await vi.waitFor(async () => expect(await left()).toBe(before), 10_000);
  });

  /** Announces a whole file, sends half of it and goes away. */
  function breakOff(path: string, body: Buffer): Promise<void> {
    const { port } = new URL(app.url);
    const headers = Object.entries({ host: `localhost:${port}`, ...sending, 'content-length': String(body.length) });
    return new Promise((done) => {
      const socket = connect(Number(port), 'localhost', () => {
        socket.write(`PUT ${path} HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`);
        socket.write(body.subarray(0, body.length / 2), () => socket.destroy());
      });
      socket.on('close', () => done());
    });
  }

  test('a solved challenge is exchanged once', async () => {
    const { solveChallenge } = await import('altcha-lib');
    const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2');
    const challenge = await (await app.get('/api/attest/challenge')).json();
    const solution = await solveChallenge({ challenge, deriveKey });
    const statuses = await tally(() => visitor.json('/api/attest/token', { challenge, solution }, from()));
    expect(statuses).toEqual({ 200: 1, 403: MANY - 1 });
  });

  test('sign-ins that nobody began end at the login screen', async () => {
    const statuses = await tally((index) =>
      app.get(`/auth/callback?code=${index}&state=x&error=%00`, { headers: from() }),
    );
    expect(statuses).toEqual({ 302: MANY });
  });

  test('log-outs with one session end it, and nothing goes wrong', async () => {
    const other = await seedAdmin(app);
    expect(await tally(() => app.get('/auth/logout.data', { method: 'POST', headers: other.sending }))).toEqual({
      200: MANY,
    });
    expect((await app.get('/admin/home.data', { headers: other.sending })).status).toBe(401);
  });
});
