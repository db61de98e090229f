import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { seedAdmin, seedMember, sendAs, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { visitorOf } from './visitor.ts';

const FILE = '/admin/personal-data/file';

describe.each(proxiedApps)('personal data over HTTP, on %s', (_name, open) => {
  let app: RunningApp;
  let admin: Person;
  let member: Person;

  beforeAll(async () => {
    app = await open();
    admin = await seedAdmin(app);
    member = await seedMember(app);
    await app.site.db.write(({ query }) =>
      query
        .insertInto('submissions')
        .values({ form: 'contact', key: 's', answers: '{"email":"sam@example.edu","message":"Hi"}', created_at: 1 })
        .execute(),
    );
  });
  afterAll(() => app.close());

  const send = (path: string, sent: unknown, who: Pick<Person, 'sending'> = admin, method = 'POST') =>
    sendAs(app, who, path, sent, method);
  const find = (email: string, who?: Pick<Person, 'sending'>) => send('/admin/personal-data.data', { email }, who);
  const erase = (email: string, who?: Pick<Person, 'sending'>) =>
    send('/admin/personal-data.data', { email }, who, 'DELETE');

  test('the admin home leads there, and so does the menu', async () => {
    const headers = { cookie: admin.cookie };
    const home = await (await app.get('/admin/home', { headers })).text();
    expect(home).toMatch(/<a[^>]* href="\/admin\/personal-data"[^>]*>Personal data<\/a>/);
    const page = await (await app.get('/admin/personal-data', { headers })).text();
    expect(page).toMatch(/<h1[^>]*>Personal data<\/h1>/);
    expect(home.slice(home.indexOf('aria-label="Admin area"'), home.indexOf('<h1'))).toContain('Personal data');
  });

  test('what is found, and what is no address', async () => {
    const found = await find('Sam@example.edu');
    expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(found.text).toContain('Contact messages');
    const refused = await find('sam');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Please enter an email address, such as sam@example.edu');
    expect((await send('/admin/personal-data.data', { verb: 'find', email: 'a@b.example' })).status).toBe(422);
  });

  test('the file is an attachment that nobody keeps on the way', async () => {
    const file = await send(FILE, { email: 'sam@example.edu' });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*Personal%20data/);
    expect(JSON.parse(file.text)).toMatchObject({
      address: 'sam@example.edu',
      submissions: [{ form: 'Contact messages' }],
    });
    const refused = await send(FILE, { email: 'sam' });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      422,
      { error: 'Please enter an email address, such as sam@example.edu' },
    ]);
    const read = await app.get(FILE, { headers: { cookie: admin.cookie } });
    expect([read.status, read.headers.get('location')]).toEqual([302, '/admin/personal-data']);
  });

  test('is found and erased beside an answer that holds thousands of brackets', async () => {
    const visitor = visitorOf(app);
    const message = '['.repeat(5000) + ']'.repeat(5000);
    const fields = { 'entry.3001': 'Pat', 'entry.3002': 'pat@example.edu', 'entry.3003': message };
    const headers = { 'x-attestation': visitor.token(), 'idempotency-key': visitor.once() };
    const sent = await visitor.form('/forms/d/e/contact/formResponse', fields, headers);
    expect(sent.status).toBe(200);
    const found = await find('pat@example.edu');
    expect([found.status, found.text.includes('Contact messages')]).toEqual([200, true]);
    expect((await send(FILE, { email: 'pat@example.edu' })).status).toBe(200);
    const screen = await app.get('/admin/submissions', { headers: { cookie: admin.cookie } });
    expect(screen.status).toBe(200);
    const erased = await erase('pat@example.edu');
    expect(erased.status).toBe(200);
    const left = await app.site.db.query.selectFrom('submissions').select('answers').execute();
    expect(JSON.stringify(left)).not.toContain('pat@example.edu');
  });

  test('is for admins only, and erased by them only', async () => {
    const stranger = { sending: { origin: app.url, 'sec-fetch-site': 'same-origin' } };
    const email = 'sam@example.edu';
    const file = (_email: string, who: Pick<Person, 'sending'>) => send(FILE, { email }, who);
    for (const ask of [find, erase, file]) {
      const answers = [await ask(email, stranger), await ask(email, member)];
      expect(answers.map(({ status }) => status)).toEqual([401, 403]);
      expect(answers.map(({ text }) => text).join()).not.toContain('Contact');
    }
    expect(await app.site.db.query.selectFrom('submissions').selectAll().execute()).toHaveLength(1);
    expect((await erase('sam@example.edu')).status).toBe(200);
    expect(await app.site.db.query.selectFrom('submissions').selectAll().execute()).toEqual([]);
  });

  test('an account that is erased is signed out, and an admin does not erase themselves', async () => {
    const other = await seedMember(app);
    expect((await erase(`${admin.uid}@example.edu`)).status).toBe(422);
    expect((await app.get('/admin/home', { headers: { cookie: admin.cookie } })).status).toBe(200);
    expect((await app.get('/admin/home', { headers: { cookie: other.cookie } })).headers.get('location')).toBe('/home');
    expect((await erase(`${other.uid}@example.edu`)).status).toBe(200);
    const signedOut = await app.get('/admin/home', { headers: { cookie: other.cookie } });
    expect(signedOut.headers.get('location')).toBe('/auth/login');
  });
});
