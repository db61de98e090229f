import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases, type TestDatabase } from '../test/databases.ts';
import { keepBeforeUpdate } from '../app/backup/before-update.ts';
import { listTables, readDataVersion } from '../app/db/data-version.ts';

const REHEARSED = { tables: 1, pages: 1, faults: [], migrates: true, relations: ['novelties'] };

describeOnDatabases('the data after a later version that did not serve', (open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
    await add('Before');
  });
  afterEach(() => site.close());

  const add = (title: string) =>
    site.db.write(({ query }) => sql`insert into events (key, title) values (${title}, ${title})`.execute(query));
  const titles = async () =>
    (await site.db.query.selectFrom('events').select('title').orderBy('title').execute()).map(({ title }) => title);
  const age = () => site.db.snapshot(async (at) => (await readDataVersion(at, site.db.dialect)).age);
  const keep = async (now: Date) => {
    const data = await site.db.snapshot((at) => readDataVersion(at, site.db.dialect));
    return keepBeforeUpdate(site.db, data, { dataDir: site.dataDir, source: undefined, now, log: () => undefined });
  };
  const noteVersion = () =>
    site.db.write(({ query }) => sql`update app_state set value = '7.3.1' where name = 'version'`.execute(query));
  const migrateFurther = () =>
    site.db.write(async ({ query }) => {
      await sql`update app_state set value = '7.3.1' where name = 'version'`.execute(query);
      await sql`insert into migrations (name, ran_at) values ('999-later', 0)`.execute(query);
      await sql`create table novelties (key text primary key)`.execute(query);
    });

  async function back(kept: string[] = []) {
    const env = {
      ...process.env,
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.databaseUrl,
      CLUB_CONFIG: resolve('club.config.ts'),
      SESSION_SECRET: 'a secret of thirty-two characters',
    };
    const step = join(import.meta.dirname, 'update-data.ts');
    const child = spawn(process.execPath, [step, 'back', JSON.stringify({ ...REHEARSED, kept })], { env });
    const closed = new Promise<number | null>((done) => child.on('close', done));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { out, err, code };
  }

  test.each([
    ['2026-03-01T08:00:00Z', 'whose clock was right'],
    ['2027-03-01T08:00:00Z', 'whose clock was a year ahead'],
  ])('is what its start kept, not what was kept at %s by a site %s', async (before) => {
    const kept = await keep(new Date(before));
    await add('Until the update');
    await keep(new Date('2026-03-02T08:00:00Z'));
    await migrateFurther();
    await add('By the later version');
    expect(await back([kept])).toMatchObject({ err: '', code: 0 });
    expect([await age(), await titles()]).toEqual(['same', ['Before', 'Until the update']]);
    expect(await site.db.snapshot((at) => listTables(at, site.db.dialect))).not.toContain('novelties');
  });

  test('stays where that version ended before it changed any of it', async () => {
    await keep(new Date('2026-03-01T08:00:00Z'));
    await add('Since');
    expect(await back()).toMatchObject({ err: '', code: 0 });
    expect(await titles()).toEqual(['Before', 'Since']);
  });

  test('stays where that version migrated nothing, and this version can use it again', async () => {
    await noteVersion();
    await add('Since');
    expect(await age()).toBe('newer');
    expect(await back()).toMatchObject({ err: '', code: 0 });
    expect([await age(), await titles()]).toEqual(['same', ['Before', 'Since']]);
  });

  test('stays where nothing was kept, and whoever asked is told so', async () => {
    await migrateFurther();
    const { err, code } = await back();
    expect([err, code]).toEqual([`There is no copy of the data in ${join(site.dataDir, 'before-updates')}.\n`, 1]);
    expect([await age(), await titles()]).toEqual(['newer', ['Before']]);
  });
});
