import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { versionOf } from '../app/domain/digest/note.ts';
import { clubDay, weekdayOf } from '../app/time/club-day.ts';
import { formatIsoTime } from '../app/time/club-time.ts';
import { DAY_MS } from '../app/time/durations.ts';
import sample from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { openMailServer, type MailServer, type ReceivedMail } from './mail-server.ts';
import { sameOriginHeaders, seedAdmin, seedPerson } from './people.ts';
import { ask } from './property/send-request.ts';

const { timeZone } = sample.club;
const DUE = Date.now() - 60_000;
const ANSWER = 'Please look into your mail and confirm.';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function startWith(digest: object | undefined, env: NodeJS.ProcessEnv = {}): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-'));
  const { digest: _digest, ...club } = structuredClone(sample);
  await writeFile(join(folder, 'club.json'), JSON.stringify({ ...club, ...(digest && { digest }) }));
  try {
    return await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json'), ...env } });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The whole mail, its lines unfolded. */
function plainOf(mail: ReceivedMail | undefined): string {
  return mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n ', ' ') ?? '';
}

describe('a site that sends what is coming', () => {
  let app: RunningApp;
  let server: MailServer;
  beforeAll(async () => {
    server = await openMailServer();
    const at = formatIsoTime(DUE, timeZone).slice(11, 16);
    app = await startWith({ weekday: weekdayOf(clubDay(timeZone, DUE)), at }, { SMTP_URL: server.url });
    await insertEvents(app.site.db, eventRow('talk', { title: 'Talk', time_start: Date.now() + DAY_MS }));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  beforeEach(async () => {
    server.received.length = 0;
    await app.site.db.write(async ({ query }) => {
      for (const table of ['subscribers', 'stop_links', 'subscription_requests', 'mailed_recipients'] as const)
        await query.deleteFrom(table).execute();
    });
  });

  const post = async (path: string, sent: Record<string, string>, headers: Record<string, string>) => {
    const answer = await app.get(path, {
      method: 'POST',
      headers: { ...FORM, ...headers },
      body: new URLSearchParams(sent),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.get(path, { headers });
    return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', ''), headers: answer.headers };
  };
  const addresses = async () =>
    (await app.site.db.query.selectFrom('subscribers').select('email').execute()).map(({ email }) => email);
  const subscribe = async (email: string) => {
    const answer = await post('/subscribe', { email }, sameOriginHeaders(app));
    expect(answer.text).toContain(ANSWER);
    const [mail] = await server.waitFor(1);
    return /\/subscribe\/[\w-]+/.exec(plainOf(mail))?.[0] ?? '';
  };
  /** The mail of the week, as if its time had just come. */
  const nextMail = async () => {
    server.received.length = 0;
    await app.site.db.write(({ query }) => query.deleteFrom('digests').execute());
    const [mail] = await server.waitFor(1);
    return plainOf(mail);
  };

  /** Asks for each link of a mail that leads here, as programs do that look for harm in mails. */
  const followAll = async (raw: string) => {
    const links = [...raw.matchAll(/https?:\/\/[^\s"<>]*[\w-]/g)].map(([link]) => new URL(link));
    const paths = new Set(links.map(({ pathname }) => pathname));
    for (const path of paths)
      for (const method of ['GET', 'HEAD'])
        expect([path, (await app.get(path, { method })).status]).toEqual([path, 200]);
    return [...paths];
  };

  test('opening a link confirms nothing and ends nothing; the buttons do', async () => {
    const confirm = await subscribe('ana@example.org');
    const [asked] = server.received;
    expect(await followAll(plainOf(asked))).toContain(confirm);
    expect(await addresses()).toEqual([]);
    const page = await get(confirm);
    expect(page.text).toContain('>Confirm</button>');
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await addresses()).toEqual([]);
    expect((await post(confirm, {}, sameOriginHeaders(app))).text).toContain('You will get upcoming events by email.');
    expect(await addresses()).toEqual(['ana@example.org']);

    const raw = await nextMail();
    const stop = /^List-Unsubscribe: <(http[^>]+)>\r$/m.exec(raw)?.[1] ?? '';
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(raw).toMatch(/^Precedence: bulk\r$/m);
    expect(raw).toMatch(/^Subject: .*what is coming\r$/m);
    expect(raw).toContain('Stop these mails');
    expect(Buffer.byteLength(raw)).toBeLessThan(102_000);
    const path = new URL(stop).pathname;
    const opened = await get(path);
    expect(opened.text).toContain('Stop these mails');
    expect(opened.headers.get('cache-control')).toContain('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await followAll(raw)).toContain(path);
    expect(await addresses()).toEqual(['ana@example.org']);
    // Its token does nothing else.
    const token = path.replace('/unsubscribe/', '');
    for (const other of ['/subscribe/', '/sign-ups/', '/still-coming/', '/members/', '/door/'])
      expect([other, (await get(other + token)).status]).toEqual([other, 404]);
    const press = { 'List-Unsubscribe': 'One-Click' };
    expect((await post(path, press, {})).status).toBe(200);
    expect(await addresses()).toEqual([]);
    const again = await post(path, press, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' });
    expect(again.status).toBe(200);
    expect(again.text).toContain('You get no more of these emails.');
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await app.get(path, { method, headers: { origin: 'https://mail.example' } });
      expect([method, answer.status]).toEqual([method, 200]);
    }
    // Also once it has ended them, what it says is true.
    expect((await get(path)).text).toContain('After this, the weekly email of what is coming no longer comes to you.');
  });

  test('a known address, a stranger and a typing error get the same answer, from here alone', async () => {
    const confirm = await subscribe('ana@example.org');
    await post(confirm, {}, sameOriginHeaders(app));
    const answers = [];
    for (const email of ['ana@example.org', 'ben@example.org', 'no address'])
      answers.push((await post('/subscribe', { email }, sameOriginHeaders(app))).text.replaceAll(/nonce="[^"]*"/g, ''));
    expect(new Set(answers.map((text) => text.replaceAll(/nonce-[\w+/=]+|"[\w+/=]{24}"/g, '')))).toHaveProperty(
      'size',
      1,
    );
    expect((await post('/subscribe', { email: 'x@example.org' }, {})).status).toBe(403);
  });

  test('unknown links are not found, and tried 60 times a minute at most', async () => {
    for (const path of ['/subscribe/unknown', '/unsubscribe/unknown']) expect((await get(path)).status).toBe(404);
    // Mail programs send any origin, or none.
    for (const origin of [undefined, 'null', 'https://mail.example', 'not an address'])
      expect((await post('/unsubscribe/unknown', {}, origin === undefined ? {} : { origin })).status).toBe(404);
    // What mail programs send is all that needs no origin.
    for (const method of ['PUT', 'DELETE'])
      expect((await app.get('/unsubscribe/unknown', { method })).status).toBe(403);
    const traced = await ask(app.url, {
      method: 'TRACE',
      path: '/unsubscribe/unknown',
      headers: sameOriginHeaders(app),
    });
    expect(traced?.status).toBeLessThan(500);
    const tried = [];
    for (let times = 0; times < 62; times++) tried.push((await get(`/unsubscribe/guess-${times}`)).status);
    expect(tried.at(-1)).toBe(429);
    expect((await get('/unsubscribe/trial')).text).toContain('This link is from a test email');
  });

  test('visitors find the way to it, and officers their screen', async () => {
    for (const path of ['/home', '/events']) expect((await get(path)).text).toContain('href="/subscribe"');
    const ada = await seedAdmin(app);
    const vic = await seedPerson(app, { admin: false, role: 'viewer' });
    const eve = await seedPerson(app, { admin: false, role: 'events' });
    expect((await get('/admin/digest', vic.sending)).status).toBe(403);
    const screen = await get('/admin/digest', eve.sending);
    expect(screen.text).toContain('0 people get it');
    expect(screen.text).not.toContain('Download CSV');
    expect((await get('/admin/digest', ada.sending)).text).toContain('Download CSV');
    expect((await get('/admin/digest/subscribers.csv', eve.sending)).status).toBe(403);
    const send = (sent: object) =>
      app.get('/admin/digest.data', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...eve.sending },
        body: JSON.stringify(sent),
      });
    const note = '# Hello\n\n[Here](/events) ![A cat](https://elsewhere.example/cat.png) <script>alert(1)</script>';
    expect((await send({ verb: 'note', version: versionOf(''), input: { note } })).status).toBe(200);
    const over = await send({ verb: 'note', version: versionOf(''), input: { note: 'Another' } });
    expect(over.status).toBe(409);
    expect(await over.text()).toContain('# Hello');
    const [row] = await app.site.db.query.selectFrom('digests').select('note_html').where('note', '<>', '').execute();
    expect(row?.note_html).toContain(`href="${app.site.settings.publicUrl}/events"`);
    expect(row?.note_html).toContain('A cat');
    expect(row?.note_html).not.toMatch(/<img|<script|elsewhere/);
    const long = await send({ verb: 'note', version: versionOf(note), input: { note: 'a'.repeat(2001) } });
    expect(long.status).toBe(422);
    expect(await long.text()).toContain('A note can have 2,000 characters at most');
    await vi.waitFor(async () => expect((await send({ verb: 'send me' })).status).toBe(200));
    // Those of the tests before may still be on their way.
    const isTest = ({ to }: ReceivedMail) => to[0] === `${eve.uid}@example.edu`;
    const mail = await vi.waitFor(() => {
      const found = server.received.find(isTest);
      expect(found).toBeDefined();
      return found;
    }, 10_000);
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain('/unsubscribe/trial');
  });
});

describe('a site that sends none', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startWith(undefined);
  });
  afterAll(() => app.close());

  test('has no trace of it', async () => {
    const unknown = await app.get('/nothing/there');
    for (const path of ['/subscribe', '/subscribe/x', '/unsubscribe/x', '/unsubscribe/trial']) {
      const answer = await app.get(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        unknown.status,
        unknown.headers.get('location'),
      ]);
    }
    for (const path of ['/home', '/events', '/sitemap.xml'])
      expect(await (await app.get(path)).text()).not.toContain('/subscribe');
    const { sending } = await seedAdmin(app);
    expect((await app.get('/admin/digest', { headers: sending })).headers.get('location')).toBe('/admin/home');
    expect(await (await app.get('/admin/home', { headers: sending })).text()).not.toContain('/admin/digest');
  });
});
