import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE, signedCookie } from '../app/auth/cookies.server.ts';
import { type Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { startSession } from '../app/domain/users/sessions.ts';
import { issueToken } from '../app/attest/attestation.server.ts';
import { postgresDatabase, sqliteDatabase } from './databases.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { cookieOf } from './people.ts';
import { startProcess, type SiteProcess } from './process.ts';

const SECRET = 'a secret of the tests, long enough';
const ADDRESS = 'quokka@answers.example';
/** Words that only answers hold, in any case. */
const ANSWERS = /quokka|numbat|wombat/i;
const FIELDS = JSON.stringify([
  { name: 'n', type: 'text', description: 'Name', required: true },
  { name: 'e', type: 'text', description: 'E-mail' },
]);

/** Makes the database refuse an entry in words of its own; Postgres quotes the whole row. */
const ODD = {
  sqlite: `create trigger odd before insert on entries when new.answers like '%Numbat%'
    begin select raise(abort, 'odd_entry'); end`,
  postgres: `alter table entries add constraint odd_entry check (answers not like '%Numbat%')`,
};

const kinds: [string, typeof sqliteDatabase][] = [
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
];

describe.each(kinds)('what a site on %s says on its outputs', (_name, open) => {
  let site: SiteProcess;
  let db: Database;
  let mail: MailServer;
  let folder: string;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-logs-'));
    const { databaseUrl, close, db: opened } = await open();
    ends.push(() => rm(folder, { recursive: true, force: true }), close);
    db = databaseUrl ? opened : await openDatabase({ dataDir: folder });
    if (!databaseUrl) ends.push(db.close);
    mail = await openMailServer({
      onRcptTo: ({ address }, _session, refuse) => refuse(new Error(`${address} is no mailbox: Numbat Quokka moved`)),
    });
    ends.push(mail.close);
    await plant(db);
    site = await startProcess({
      DATA_DIR: folder,
      CLUB_EMPTY: '1',
      SESSION_SECRET: SECRET,
      SMTP_URL: mail.url,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
  });

  afterAll(async () => {
    site.process.kill('SIGTERM');
    await site.ended;
    for (const end of ends.toReversed()) await end();
  });

  async function plant(database: Database): Promise<void> {
    await insertEvents(database, eventRow('e', { title: 'Night', form_id: 'f', time_start: 4e12 }));
    await database.write(async (tx) => {
      const row = { id: 'f', fields: FIELDS, extra: null, version: 0, updated_at: 0 };
      await tx.query.insertInto('forms').values(row).execute();
    });
  }

  async function post(path: string, body: string, headers: Record<string, string>, method = 'POST') {
    const own = { origin: site.url, 'x-attestation': issueToken(SECRET), 'idempotency-key': crypto.randomUUID() };
    const answer = await fetch(site.url + path, { method, body, headers: { ...own, ...headers } });
    await answer.text();
    return answer.status;
  }
  const form = (name: string, fields: Record<string, string>) =>
    post(`/forms/d/e/${name}/formResponse`, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    });
  const contact = (message: string) =>
    form('contact', { 'entry.3001': 'Quokka', 'entry.3002': ADDRESS, 'entry.3003': message });
  const respond = (answers: object) =>
    post('/api/entries/f', JSON.stringify({ answers, token: issueToken(SECRET), once: crypto.randomUUID() }), {
      'content-type': 'application/json',
    });

  test('holds no answer and no address of what was sent and stored', async () => {
    const member = { 'entry.1001': 'Quokka', 'entry.1002': 'numbat-1', 'entry.1003': 'N/A', 'entry.1004': ADDRESS };
    expect(await form('signup', { ...member, 'entry.1005': 'Wombat studies', 'entry.1006': '1' })).toBe(200);
    expect(await form('chat-invite', { 'entry.2001': ADDRESS })).toBe(200);
    expect(await contact('Numbat and wombat')).toBe(200);
    expect(await respond({ n: 'Quokka', e: ADDRESS })).toBe(200);
    expect(site.said()).not.toMatch(ANSWERS);
  });

  test('nor of mail that a server refuses in words that hold them, though that it failed', async () => {
    const failed = () => db.query.selectFrom('jobs').select('error').where('state', '=', 'failed').execute();
    await expect.poll(failed, { timeout: 15_000 }).toHaveLength(3);
    expect((await failed())[0]?.error).toMatch(/Numbat Quokka/);
    await expect.poll(site.said).toContain('was not sent: EENVELOPE 550');
    expect(site.said()).not.toMatch(ANSWERS);
  });

  test('nor of what was refused: broken, too long, wrong or in an address', async () => {
    const json = { 'content-type': 'application/json' };
    const long = JSON.stringify({ answers: { n: 'Wombat '.repeat(50_000) } });
    const bodies = ['{"answers":{"n":"Quokka', '["Numbat"]', '{"answers":"Quokka"}', '\u0000Wombat', long];
    for (const body of bodies) expect(await post('/api/entries/f', body, json)).toBeGreaterThanOrEqual(400);
    expect(await respond({ n: '', quokka: 'Numbat' })).toBe(422);
    expect(await form('contact', { 'entry.3002': 'no address of Quokka' })).toBe(422);
    expect(await form('contact', { 'entry.9999': 'Wombat' })).toBe(400);
    for (const path of [`/signup?email=${ADDRESS}`, '/events/e?name=numbat', `/contact?${ADDRESS}`]) {
      expect((await fetch(site.url + path)).status).toBeLessThan(500);
    }
    expect(site.said()).not.toMatch(ANSWERS);
  });

  test('nor of what an admin looks for, hands out and erases', async () => {
    const user = { uid: 'a', name: 'Ada', email: 'admin@localhost', admin: 1, extra: null, created_at: 1 };
    const secret = await db.write(async (tx) => {
      await tx.query.insertInto('users').values(user).execute();
      return startSession(tx, 'a');
    });
    const cookie = cookieOf(signedCookie('http://localhost', SESSION_COOKIE, SECRET), secret);
    const headers = { cookie, 'content-type': 'application/json' };
    const sent = JSON.stringify({ email: ADDRESS });
    expect(await post('/admin/personal-data.data', sent, headers)).toBe(200);
    expect(await post('/admin/personal-data/file', sent, headers)).toBe(200);
    expect(await post('/admin/personal-data.data', sent, headers, 'DELETE')).toBe(200);
    expect(await db.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect(site.said()).not.toMatch(ANSWERS);
  });

  test('nor of what a database in pieces would not store, though that it failed', async () => {
    await db.write(({ query }) => sql.raw(ODD[db.dialect]).execute(query));
    expect(await respond({ n: 'Numbat', e: ADDRESS })).toBe(500);
    await expect.poll(site.said).toContain('odd_entry');
    await db.write(({ query }) => sql`drop table submissions`.execute(query));
    expect(await contact('Wombat')).toBe(500);
    await expect.poll(site.said).toMatch(/no such table|does not exist/);
    await db.write(({ query }) => sql`drop table entries`.execute(query));
    expect(await respond({ n: 'Quokka', e: ADDRESS })).toBe(500);
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(site.said()).not.toMatch(ANSWERS);
  });
});
