import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin } from './people.ts';
import { visitorOf } from './visitor.ts';

const CONTACT = '/forms/d/e/contact/formResponse';
const MESSAGE = { 'entry.3001': 'Sam', 'entry.3002': 'sam@example.edu', 'entry.3003': 'Hi' };
const GRACE = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true, image: null };

describe('the embedded database is gone', () => {
  let app: RunningApp;
  let sending: Record<string, string>;
  let file: string;
  beforeEach(async () => {
    app = await startApp();
    ({ sending } = await seedAdmin(app));
    file = join(app.dataDir, 'club.sqlite');
    await app.get('/team');
  });
  afterEach(() => app.close());

  const contact = async () => {
    const sam = visitorOf(app);
    const headers = { 'x-attestation': sam.token(), 'idempotency-key': sam.once() };
    const { status, body } = await sam.form(CONTACT, MESSAGE, headers);
    return { status, said: body.error };
  };
  const save = async () => {
    const body = JSON.stringify({ verb: 'add', input: GRACE });
    const answer = await app.get('/admin/execs.data', { method: 'POST', headers: sending, body });
    return { status: answer.status, said: await answer.text() };
  };
  const kept = async () => (await app.get('/team')).status;
  const stored = async (table: 'submissions' | 'execs') =>
    (await app.site.db.query.selectFrom(table).selectAll().execute()).length;

  const later = { status: 503, said: expect.stringContaining('Nothing is lost: please try again in a moment.') };
  const noRoom = { status: 507, said: expect.stringContaining('The site has no room left to save anything.') };

  test(
    'locked by another program for long: pages are served meanwhile, a write waits a while and says so',
    { tags: 'long' },
    async () => {
      const other = new DatabaseSync(file);
      other.exec('begin immediate');
      const first = contact();
      // Neither a page in memory nor one that has to be rendered waits for it.
      expect([await kept(), (await app.get('/links')).status, (await app.get('/api/food')).status]).toEqual([
        200, 200, 200,
      ]);
      expect((await app.get('/healthz')).status).toBe(200);
      expect(await first).toEqual(later);
      expect(await save()).toEqual(later);
      other.exec('rollback');
      other.close();
      expect([(await contact()).status, (await save()).status]).toEqual([200, 200]);
      expect([await stored('submissions'), await stored('execs')]).toEqual([1, 1]);
    },
  );

  test('locked for a moment: the write waits and is stored', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const first = contact();
    expect(await kept()).toBe(200);
    other.exec('commit');
    other.close();
    expect((await first).status).toBe(200);
    expect(await stored('submissions')).toBe(1);
  });

  test('moved away, as by a backup tool or a lost volume: nothing is acknowledged that would be lost with it', async () => {
    const files = ['', '-wal', '-shm'].map((ending) => file + ending);
    for (const one of files) await rename(one, `${one}.away`);
    expect(await contact()).toEqual(later);
    expect(await save()).toEqual(later);
    expect(await kept()).toBe(200);
    // Another file in its place is not it either.
    new DatabaseSync(file).close();
    expect(await contact()).toEqual(later);
    for (const one of files) await rename(`${one}.away`, one);
    expect([(await contact()).status, (await save()).status, await stored('execs')]).toEqual([200, 200, 1]);
  });

  test('full: a write is answered with 507 and not stored, and taken again once there is room', async () => {
    const limit = (pages: number) =>
      app.site.db.write(({ query }) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(query));
    await limit(1);
    const full = async () => {
      for (let sent = 0; sent < 500; sent++) {
        const { status, said } = await contact();
        if (status !== 200) return { taken: sent, status, said };
      }
      throw new Error('It never became full');
    };
    const { taken, ...refused } = await full();
    expect(refused).toEqual(noRoom);
    const exec = { ...GRACE, description: 'x'.repeat(4900) };
    const body = JSON.stringify({ verb: 'add', input: exec });
    const answer = await app.get('/admin/execs.data', { method: 'POST', headers: sending, body });
    expect([answer.status, await answer.text()]).toEqual([507, noRoom.said]);
    expect([await stored('submissions'), await stored('execs'), await kept()]).toEqual([taken, 0, 200]);
    await limit(1_000_000);
    expect([(await contact()).status, (await save()).status]).toEqual([200, 200]);
    expect([await stored('submissions'), await stored('execs')]).toEqual([taken + 1, 1]);
  });

  test('damaged: writes are refused, and pages in memory are served', async () => {
    await app.site.db.write(({ query }) => sql`select 1`.execute(query));
    const other = new DatabaseSync(file);
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    const handle = await open(file, 'r+');
    const whole = Buffer.alloc((await handle.stat()).size);
    await handle.read(whole, 0, whole.length, 0);
    await handle.write(Buffer.alloc(whole.length, 'x'), 0, whole.length, 0);
    expect(await contact()).toEqual(later);
    expect(await kept()).toBe(200);
    await handle.write(whole, 0, whole.length, 0);
    await handle.close();
  });
});
