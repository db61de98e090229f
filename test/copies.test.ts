import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { issueToken } from '../app/attest/attestation.server.ts';
import { migrations } from '../app/db/migrations/all.ts';
import { addLink, updateLink } from '../app/domain/links/change.ts';
import { admin } from './actors.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { postgresDatabase, type TestDatabase } from './databases.ts';
import { openStream } from './event-stream.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { queue } from './outbox.ts';
import { picture } from './pictures.ts';
import { startS3, type S3Server } from './s3-server.ts';
import { signedInLocally } from './sign-in.ts';
import { SECRET, signUp, startCopies, storeForm, type Copy } from './two-copies.ts';

const PATIENCE = { timeout: 25_000, interval: 100 };
const ADMIN = 'admin@localhost';

let database: TestDatabase;
let proxy: TcpProxy;
let s3: S3Server;
let mail: MailServer;
let a: Copy;
let b: Copy;

beforeAll(async () => {
  database = await postgresDatabase();
  // As new as it can be: the copies make its tables, both at the same moment.
  await sql`drop schema public cascade`.execute(database.db.query);
  await sql`create schema public`.execute(database.db.query);
  const url = new URL(database.databaseUrl ?? '');
  proxy = await openTcpProxy(Number(url.port));
  [s3, mail] = await Promise.all([startS3(), openMailServer()]);
  url.host = `127.0.0.1:${proxy.port}`;
  [a, b] = await startCopies({ ...s3.env, DATABASE_URL: url.href, SMTP_URL: mail.url });
});

afterAll(async () => {
  await Promise.all([a.end(), b.end(), s3.end(), mail.close()]);
  await proxy.disconnect();
  await database.close();
});

/** A write that no copy makes, such as the club command's: only the database tells of it. */
function addFood(key: string): Promise<void> {
  return database.db.write(async ({ query, changed }) => {
    const item = { key, name: key, section: 'Drink', price: 1, extra: null, version: 0, updated_at: 0 };
    await query.insertInto('food').values(item).execute();
    changed('food', key);
  });
}

async function foodAt(copy: Copy): Promise<string[]> {
  const items: { $key: string }[] = await (await fetch(`${copy.url()}/api/food`)).json();
  return items.map(({ $key }) => $key);
}

const statusOf = async (copy: Copy, path: string) => (await fetch(copy.url() + path)).status;

describe('two copies of the site on one database and one bucket', () => {
  test('start at the same moment on a database without tables', async () => {
    expect([await statusOf(a, '/healthz'), await statusOf(b, '/healthz')]).toEqual([200, 200]);
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database.db.query);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrations));
  });

  test('share sessions: signed in at one is signed in at the other, and so for signed out', async () => {
    const browser = await signedInLocally({ url: a.url() }, ADMIN);
    const at = (copy: Copy) => browser.ask(`${copy.url()}/admin/home`);
    expect([(await at(a)).status, (await at(b)).status]).toEqual([200, 200]);
    const stolen = browser.cookie('clubroom_session') ?? '';
    const headers = { origin: a.url(), 'sec-fetch-site': 'same-origin' };
    expect((await browser.ask(`${a.url()}/auth/logout`, { method: 'POST', headers })).ok).toBe(true);
    const replayed = await fetch(`${b.url()}/admin/home.data`, { headers: { cookie: `clubroom_session=${stolen}` } });
    expect(replayed.status).toBe(401);
  });

  test('share what was used once: neither a solution nor a token counts twice', async () => {
    await storeForm(database.db, 'once');
    const challenge = await (await fetch(`${a.url()}/api/attest/challenge`)).json();
    const body = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
    const exchange = (copy: Copy) =>
      fetch(`${copy.url()}/api/attest/token`, {
        method: 'POST',
        body,
        headers: { origin: copy.url(), 'content-type': 'application/json' },
      });
    const first = await exchange(a);
    const { token } = await first.json();
    expect([first.status, (await exchange(b)).status]).toEqual([200, 403]);
    expect((await signUp(b.url(), 'once', 'First', { token })).status).toBe(200);
    expect((await signUp(a.url(), 'once', 'Second', { token })).status).toBe(403);
  });

  test('share the limit of one address and form', async () => {
    await storeForm(database.db, 'full');
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, number) => signUp((number % 2 ? a : b).url(), 'full', `Visitor ${number}`)),
    );
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(110 - taken);
    expect(taken).toBe(100);
    const rows = database.db.query.selectFrom('entries').select('key').where('form_id', '=', 'full').execute();
    expect(await rows).toHaveLength(taken);
  });

  test('give no option to more than it has places for, however many ask both at once', async () => {
    const shift = { name: 'shift', type: 'radio', description: 'Shift', options: ['Early', 'Late'] };
    await storeForm(database.db, 'shifts', { ...shift, limits: { Early: 7, Late: 3 } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        signUp((at % 2 ? a : b).url(), 'shifts', `Visitor ${at}`, {
          answers: { shift: at % 4 < 2 ? 'Early' : 'Late' },
        }),
      ),
    );
    expect(
      Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [status, all?.length]),
    ).toEqual([
      ['200', 10],
      ['409', 30],
    ]);
    for (const copy of [a, b]) {
      const places = await fetch(`${copy.url()}/api/events/event-shifts/places`);
      expect((await places.json()).options).toEqual({
        shift: { Early: { limit: 7, taken: 7 }, Late: { limit: 3, taken: 3 } },
      });
    }
  });

  test('a draw that either of them makes is told at both, and shown by then', async () => {
    await storeForm(database.db, 'raffle');
    const streams = await Promise.all(
      [a, b].map((copy) => openStream({ get: (path, init) => fetch(copy.url() + path, init) })),
    );
    const secret = 'ab'.repeat(32);
    await database.db.write(({ query }) =>
      query
        .updateTable('forms')
        .set({ asks_person: 1, places: 2, draw: 1, draw_secret: secret, closes: Date.now() - 1 })
        .where('id', '=', 'raffle')
        .execute(),
    );
    for (const [at, stream] of streams.entries()) {
      const places = { event: 'change', data: { topic: 'places', key: 'event-raffle' } };
      let told = await stream.next();
      // The event itself may be told before.
      while (told && !isDeepStrictEqual(told, places)) told = await stream.next();
      expect(told).toEqual(places);
      const shown = await fetch(`${(at === 0 ? a : b).url()}/events/event-raffle/draw.json`);
      expect(await shown.json()).toMatchObject({ state: 'drawn', secret });
      await stream.close();
    }
  });

  test('tell their streams and caches what the other committed', async () => {
    expect(await foodAt(b)).not.toContain('tea');
    const stream = await openStream({ get: (path, init) => fetch(b.url() + path, init) });
    await addFood('tea');
    expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'food', key: 'tea' } });
    await expect.poll(() => foodAt(b), PATIENCE).toContain('tea');
    await expect.poll(() => foodAt(a), PATIENCE).toContain('tea');
    await stream.close();
  });

  test('lead on from a short link to where it was changed to, also where the answer was kept', async () => {
    const input = { slug: 'chat', url: 'https://chat.example.com/invite', note: '', until: null };
    const found = async (copy: Copy) => {
      const answer = await fetch(`${copy.url()}/go/chat`, { redirect: 'manual' });
      return answer.headers.get('location');
    };
    const publicUrl = a.url();
    const { key } = await addLink(database.db, admin, { input, publicUrl });
    const atBoth = () => Promise.all([found(a), found(b)]);
    await expect.poll(atBoth, PATIENCE).toEqual([input.url, input.url]);
    await updateLink(database.db, admin, { key, version: 0, input: { ...input, url: '/team' }, publicUrl });
    await expect.poll(atBoth, PATIENCE).toEqual(['/team', '/team']);
  });

  test('show the same texts, at once', async () => {
    const homes = () => Promise.all([a, b].map(async (copy) => (await fetch(`${copy.url()}/home`)).text()));
    expect((await homes()).join()).not.toContain('Come in and stay');
    const browser = await signedInLocally({ url: a.url() }, ADMIN);
    const saved = await browser.ask(`${a.url()}/admin/texts/club.tagline.data`, {
      method: 'POST',
      headers: { origin: a.url(), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, input: { text: 'Come in and stay' } }),
    });
    expect(saved.status).toBe(200);
    expect(await (await fetch(`${a.url()}/home`)).text()).toContain('Come in and stay');
    const isShown = async () => (await homes()).every((home) => home.includes('Come in and stay'));
    await expect.poll(isShown, { timeout: 2000, interval: 50 }).toBe(true);
  });

  test('send each of 120 mails once, both at it', { tags: 'long' }, async () => {
    const keys = Array.from({ length: 120 }, (_, number) => `mail-${number}`);
    await Promise.all(keys.map((key) => queue(database.db, key, { subject: key })));
    const unsent = async () =>
      (await database.db.query.selectFrom('outbox').select('key').where('sent_at', 'is', null).execute()).length;
    await expect.poll(unsent, PATIENCE).toBe(0);
    const sent = mail.received.map(({ raw }) => /^Subject: (mail-\d+)\r?$/m.exec(raw)?.[1] ?? '');
    expect(sent.filter((subject) => subject !== '').toSorted()).toEqual(keys.toSorted());
  });

  test('publish an event once, also while one of them is away, and both show it', { tags: 'long' }, async () => {
    const shows = async (copy: Copy) => (await (await fetch(`${copy.url()}/events`)).text()).includes('Surprise');
    await storeForm(database.db, 'surprise');
    const { write, query } = database.db;
    await write(async ({ query: rows, changed }) => {
      const timed = { title: 'Surprise', publish_at: Date.now() + 3000 };
      await rows.updateTable('events').set(timed).where('key', '=', 'event-surprise').execute();
      changed('event', 'event-surprise');
    });
    expect(await b.stop('SIGKILL')).toBeNull();
    expect(await shows(a)).toBe(false);
    await expect.poll(() => shows(a), PATIENCE).toBe(true);
    await b.start();
    expect(await shows(b)).toBe(true);
    const activity = await query.selectFrom('activity').select('who').where('verb', '=', 'published').execute();
    expect(activity).toEqual([{ who: 'the site' }]);
  });

  test('one of them may go and come back', async () => {
    expect(await b.stop('SIGKILL')).toBeNull();
    expect(await statusOf(a, '/healthz')).toBe(200);
    await addFood('while away');
    await b.start();
    expect(await foodAt(b)).toContain('while away');
    await expect.poll(() => foodAt(a), PATIENCE).toContain('while away');
  });
});

describe('while the database is gone', () => {
  test('what was rendered is served, the rest is a clear 503, and all of it recovers with what was missed', async () => {
    await storeForm(database.db, 'gone');
    const browser = await signedInLocally({ url: a.url() }, ADMIN);
    const token = issueToken(SECRET, Date.now());
    for (const copy of [a, b]) await expect.poll(() => statusOf(copy, '/home'), PATIENCE).toBe(200);
    const known = [await foodAt(a), await foodAt(b)];
    const stream = await openStream({ get: (path, init) => fetch(b.url() + path, init) });

    await proxy.disconnect();
    for (const copy of [a, b]) {
      expect([await statusOf(copy, '/home'), await statusOf(copy, '/healthz')]).toEqual([200, 503]);
      const refused = await signUp(copy.url(), 'gone', 'Lost', { token });
      expect([refused.status, (await refused.json()).error]).toEqual([503, expect.stringContaining('try again')]);
    }
    expect([await foodAt(a), await foodAt(b)]).toEqual(known);
    const page = await browser.ask(`${a.url()}/admin/events`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await page.text()).toContain('We will be back in a moment.');
    const json = await browser.ask(`${a.url()}/admin/events`, { headers: { accept: 'application/json' } });
    expect([json.status, await json.json()]).toEqual([
      503,
      expect.objectContaining({ error: expect.stringContaining('try again') }),
    ]);
    const unknown = await fetch(`${b.url()}/events/-Unseen`, { headers: { accept: 'text/html' } });
    expect([unknown.status, await unknown.text()]).toEqual([503, expect.stringContaining('back in a moment')]);
    expect((await fetch(`${b.url()}/api/execs?current=true`)).status).toBe(503);
    await addFood('in the gap');
    await database.db.write(async ({ query, changed }) => {
      await query.updateTable('texts').set({ text: 'Written in the gap' }).where('path', '=', 'club.tagline').execute();
      changed('text', 'club.tagline');
    });

    await proxy.reconnect();
    for (const copy of [a, b]) {
      await expect.poll(() => statusOf(copy, '/healthz'), PATIENCE).toBe(200);
      await expect.poll(() => foodAt(copy), PATIENCE).toContain('in the gap');
      await expect
        .poll(async () => (await fetch(`${copy.url()}/home`)).text(), PATIENCE)
        .toContain('Written in the gap');
    }
    // An open page comes back by itself, and asks for everything anew.
    expect((await stream.rest()).retry).toBeGreaterThanOrEqual(1000);
    expect((await browser.ask(`${b.url()}/admin/events`)).status).toBe(200);
    expect((await signUp(b.url(), 'gone', 'Found', { token })).status).toBe(200);
    await addFood('afterwards');
    for (const copy of [a, b]) await expect.poll(() => foodAt(copy), PATIENCE).toContain('afterwards');
  });
});

describe('while the bucket is gone', () => {
  test('pages are served, files and uploads are a clear 503, and it recovers', async () => {
    const browser = await signedInLocally({ url: a.url() }, ADMIN);
    const bytes = await picture(40, 30, 'png');
    const upload = (copy: Copy) =>
      browser.ask(`${copy.url()}/api/uploads/${randomUUID()}?name=a.png&wanted=image`, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { origin: copy.url(), 'sec-fetch-site': 'same-origin' },
      });
    const stored = await upload(a);
    expect(stored.status).toBe(201);
    const { url } = await stored.json();
    expect(await statusOf(b, url)).toBe(200);

    await s3.kill();
    expect([await statusOf(a, '/home'), await statusOf(b, '/home')]).toEqual([200, 200]);
    expect(await statusOf(b, url)).toBe(503);
    const refused = await upload(a);
    expect([refused.status, (await refused.json()).error]).toEqual([503, expect.stringContaining('try again')]);

    await s3.start();
    await expect.poll(() => statusOf(b, url), PATIENCE).toBe(200);
    expect((await upload(b)).status).toBe(201);
  });
});
