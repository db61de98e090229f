import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listJobs } from '../app/domain/jobs/queue.ts';
import { clubDay, dayPlus, formatClubDay } from '../app/time/club-day.ts';
import sample from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';
import { sameOriginHeaders, seedAdmin, seedPerson, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const TODAY = clubDay(sample.club.timeZone);
const ANA = { name: 'Ana', email: 'ana@example.org', studentId: '1001', note: '' };
const CASH = { on: TODAY, until: dayPlus(TODAY, 200), how: 'cash', note: '' };
const FEE = sample.membership?.fee ?? '';
const SIGN_UP = {
  'entry.1001': 'Zoe',
  'entry.1002': '77',
  'entry.1003': 'N/A',
  'entry.1004': 'zoe@example.org',
  'entry.1005': 'Computer Science',
  'entry.1006': '0',
};

const post = async (app: RunningApp, path: string, sent: object, headers: Record<string, string>, method = 'POST') => {
  const answer = await app.get(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  });
  return { status: answer.status, text: await answer.text() };
};
const signUp = (visitor: Visitor) =>
  visitor.form('/forms/d/e/signup/formResponse', SIGN_UP, {
    'x-attestation': visitor.token(),
    'idempotency-key': visitor.once(),
  });

describe.each(proxiedApps)('members in the admin area on %s', (_name, open) => {
  let app: RunningApp;
  let tom: Person;
  beforeAll(async () => {
    app = await open();
    tom = await seedPerson(app, { admin: false, role: 'treasurer' });
  });
  afterAll(() => app.close());
  beforeEach(() => app.site.db.write(({ query }) => query.deleteFrom('members').execute()));

  const send = (path: string, sent: object, who = tom, method = 'POST') =>
    post(app, `/admin/members${path}.data`, sent, who.sending, method);
  const add = (input: object = {}) => send('', { verb: 'add', input: { ...ANA, ...input } });
  const page = async (query = '', who = tom) => {
    const answer = await app.get(`/admin/members${query}`, { headers: who.sending });
    return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', '') };
  };
  const rows = () => app.site.db.query.selectFrom('members').selectAll().orderBy('search').execute();

  test('a Treasurer adds somebody, marks them as paid, and sees it in the figures', async () => {
    expect((await add()).status).toBe(200);
    expect((await page()).text).toContain('0 paid, 1 not paid, 0 lapsed');
    const [ana] = await rows();
    const seen = [{ key: ana?.key, version: ana?.version }];
    expect((await send('/payments', { seen, input: CASH })).status).toBe(200);
    const { text } = await page();
    expect(text).toContain('1 paid, 0 not paid, 0 lapsed');
    expect(text).toContain('Paid until ');
    expect((await send('/payments', { seen, input: CASH })).status).toBe(409);
    expect((await send('/card', { key: ana?.key })).status).toBe(200);
  });

  test('what cannot be saved is said at its field', async () => {
    await add();
    const again = await add({ name: 'Another', email: ' ANA@example.org ' });
    expect(again.status).toBe(422);
    expect(again.text).toContain('This address belongs to a member already');
  });

  test('two people with one student ID are both kept, and each says whose else it is', async () => {
    for (const name of ['Ana', 'Ben']) expect((await add({ name, email: `${name}@example.org` })).status).toBe(200);
    const { text } = await page();
    expect(text).toContain('Also of Ben');
    expect(text).toContain('Also of Ana');
  });

  test('finding and the filter show some, and the rest on request', async () => {
    for (const name of ['Ana', 'Ben']) await add({ name, email: `${name}@example.org` });
    const found = await page('?find=be&show=unpaid');
    expect(found.text).toContain('Ben@example.org');
    expect(found.text).not.toContain('Ana@example.org');
  });

  test('Editors, Events and Viewers see no tab, no page and no member, and change nothing', async () => {
    await add();
    for (const role of ['editor', 'events', 'viewer'] as const) {
      const who = await seedPerson(app, { admin: false, role });
      expect(await app.get('/admin/home', { headers: who.sending }).then((one) => one.text())).not.toContain(
        '/admin/members',
      );
      const { status, text } = await page('', who);
      expect(status).toBe(403);
      expect(text).not.toContain('ana@example.org');
      expect(text).not.toContain('Pay your membership fee');
      expect((await app.get('/admin/members/members.csv', { headers: who.sending })).status).toBe(403);
      expect((await send('', { verb: 'add', input: { ...ANA, email: 'x@example.org' } }, who)).status).toBe(403);
      expect((await send('/payments', { seen: [{ key: 'a', version: 0 }], input: CASH }, who)).status).toBe(403);
    }
    expect(await rows()).toHaveLength(1);
  });

  test('the file for spreadsheets has the six columns, and runs nothing', async () => {
    await add({ name: '=1+1', note: '@SUM(A1)' });
    const answer = await app.get('/admin/members/members.csv', { headers: tom.sending });
    expect(answer.headers.get('content-disposition')).toContain(`Members ${TODAY}.csv`);
    const text = await answer.text();
    expect(text).toBe(
      `name,email,student id,since,paid until,note\r\n'=1+1,ana@example.org,1001,${TODAY},,'@SUM(A1)\r\n`,
    );
  });

  test('a card says how its owner stands, has a code while they are members, and is gone with them', async () => {
    await add();
    const [ana] = await rows();
    const key = ana?.key ?? '';
    await send('/payments', { seen: [{ key, version: 0 }], input: CASH });
    const mail = await app.site.db.query
      .selectFrom('outbox')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    const card = async () => {
      const answer = await app.get(`/members/${mail?.secret}`);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const { text, headers } = await card();
    expect(text).toContain('Membership card');
    expect(text).toContain('alt="Code for the door"');
    expect(text).not.toContain('ana@example.org');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    await send('/payments', { noted: [{ key, version: 1, at: 0 }] }, tom, 'DELETE');
    const unpaid = (await card()).text;
    expect(unpaid).toContain('Not paid');
    expect(unpaid).not.toContain('Code for the door');
    expect(unpaid).toContain(FEE);
    expect(unpaid).toMatch(/href="https:[^"]+2025[^"]*"[^>]*>Pay your membership fee/);
    await send('', { verb: 'remove', keys: [key] });
    expect((await card()).status).toBe(404);
    expect((await app.get('/members/guess')).status).toBe(404);
  });

  test('the card of somebody who lapsed says until when they still count, and how to pay', async () => {
    await add();
    const [ana] = await rows();
    const lapsed = { ...CASH, on: '2026-01-01', until: dayPlus(TODAY, -1) };
    await send('/payments', { seen: [{ key: ana?.key ?? '', version: 0 }], input: lapsed });
    const card = await app.site.db.query.selectFrom('outbox').select('secret').orderBy('created_at', 'desc').execute();
    const text = await (await app.get(`/members/${card[0]?.secret}`)).text();
    expect(text).toContain('Code for the door');
    expect(text).toContain('Lapsed ');
    const last = formatClubDay(dayPlus(TODAY, 13), sample.club);
    expect(text).toContain(`You still count as a member until ${last}.`);
    expect(text).toContain(FEE);
  });

  test('who joins reads what membership costs before the form', async () => {
    const text = await (await app.get('/signup')).text();
    expect(text.indexOf(FEE)).toBeGreaterThan(0);
    expect(text.indexOf(FEE)).toBeLessThan(text.indexOf('<form'));
  });

  test('whoever asks for a card is answered alike: members, strangers and typing errors', async () => {
    await add();
    await app.site.db.write(({ query }) => query.deleteFrom('outbox').execute());
    const ask = async (email: string) => {
      const answer = await app.get('/membership', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
        body: new URLSearchParams({ email }),
      });
      return [answer.status, (await answer.text()).replaceAll(/nonce="[^"]*"/g, '')];
    };
    const [member, stranger, typo] = [await ask('ANA@example.org'), await ask('who@example.org'), await ask('ana@')];
    expect(stranger).toEqual(member);
    expect(typo).toEqual(member);
    expect(String(member[1])).toContain('If this address belongs to a member, we have sent its card.');
    const mails = () => app.site.db.query.selectFrom('outbox').select('recipient').execute();
    // Whose the addresses are is looked up apart from the answers, which take as long for each.
    await expect.poll(() => listJobs(app.site.db, 'card request'), { timeout: 20_000 }).toEqual([]);
    expect(await mails()).toEqual([{ recipient: 'ana@example.org' }]);
  });

  test('cards are asked for sixty times from one network, however the address is spelt', async () => {
    const from = { origin: app.url, 'x-forwarded-for': '203.0.113.77' };
    const ask = async (spelt: string) => {
      const body = new URLSearchParams({ email: 'who@example.org' });
      return (await app.get(spelt, { method: 'POST', headers: from, body })).status;
    };
    const ends = ['', '/', '.data', '/_.data', '//_.data', '/.data'];
    const spellings = ends.flatMap((end) => [`/membership${end}`, `/%6Dembership${end}`, `/MEMBERSHIP${end}`]);
    for (let asked = 0; asked < 60; asked++) expect(await ask(spellings[asked % spellings.length] ?? '')).toBe(200);
    for (const spelt of spellings) expect([spelt, await ask(spelt)]).toEqual([spelt, 429]);
  });

  test('a file is previewed and imported; one that is too large, or none, is said', async () => {
    const text = 'name,email,paid until\nAna,ana@example.org,2027-08-31\nBen,ben@,\n';
    const looked = await send('/import/preview', { text });
    expect(looked.status).toBe(200);
    expect(looked.text).toContain('This is not an email address.');
    expect(await rows()).toEqual([]);
    expect((await send('/import', { text, expected: { added: 1, changed: 0 } })).status).toBe(200);
    expect(await rows()).toMatchObject([{ name: 'Ana', paid_until: '2027-08-31' }]);
    expect((await send('/import/preview', { text: 'x'.repeat(2_000_001) })).status).toBe(413);
    expect((await send('/import/preview', { text: 'x'.repeat(5_000_000) })).status).not.toBe(200);
    const columns = { email: 5 };
    expect((await send('/import/preview', { text, columns })).status).toBe(200);
    expect((await send('/import/preview', { text, columns: { nobody: 1 } })).status).toBe(422);
    expect((await send('/import/preview', { text: 'PK\uFFFD' })).status).toBe(422);
  });

  test('no address for programs lists members', async () => {
    await add();
    for (const { path } of app.routes.filter((route) => route.path.startsWith('/api/')))
      expect(await (await app.get(path.replaceAll(/[:*]\w*/g, 'x'))).text()).not.toContain('ana@example.org');
  });

  test('a membership sign-up makes a member who has not paid, and answers a known address the same', async () => {
    const visitor = visitorOf(app);
    const [first, second] = [await signUp(visitor), await signUp(visitor)];
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await rows()).toMatchObject([{ name: 'Zoe', student_id: '77', since: TODAY, paid_until: null }]);
  });
});

describe('a club without members', () => {
  let app: RunningApp;
  let folder: string;
  let ada: Person;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-no-members-'));
    const { membership: _membership, ...club } = structuredClone(sample);
    await writeFile(join(folder, 'club.json'), JSON.stringify(club));
    app = await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json') } });
    ada = await seedAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const PATHS = ['', '/payments', '/card', '/import', '/import/preview', '/members.csv'].map(
    (one) => `/admin/members${one}`,
  );

  test.each([...PATHS, '/membership', '/members/guess'])(
    'answers at %s as at any path that there is not',
    async (path) => {
      const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
      const unknown = path.startsWith('/admin') ? '/admin/no-such-page' : '/no-such-page';
      const ask = async (address: string, init: RequestInit) => {
        const { status, headers } = await app.get(address, init);
        return [status, headers.get('location')];
      };
      // Whoever is not signed in is asked to, as everywhere below /admin.
      const strangers = path.startsWith('/admin/members/') ? [] : [sameOriginHeaders(app)];
      for (const headers of [ada.sending, viewer.sending, ...strangers]) {
        for (const end of ['', '/', '.data', '/_.data'])
          expect(await ask(path + end, { headers })).toEqual(await ask(unknown + end, { headers }));
        for (const method of ['POST', 'DELETE']) {
          const sent = { method, headers, body: '{}' };
          expect(await ask(`${path}.data`, sent)).toEqual(await ask(`${unknown}.data`, sent));
        }
      }
    },
  );

  test('has no trace of them', async () => {
    const home = await (await app.get('/admin/home', { headers: ada.sending })).text();
    expect(home).not.toContain('/admin/members');
    expect((await signUp(visitorOf(app))).status).toBe(200);
    expect(await app.site.db.query.selectFrom('members').selectAll().execute()).toEqual([]);
  });
});
