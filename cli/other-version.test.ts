import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases, sqliteDatabase, type TestDatabase } from '../test/databases.ts';
import { FORMER_MIGRATIONS, makeOlder } from '../test/older-data.ts';
import { withoutProgress } from '../test/progress.ts';
import { listMigrations } from '../app/db/data-version.ts';
import { readLastBackup } from '../app/db/last-backup.ts';
import { migrate } from '../app/db/migrate.ts';
import { readNote } from '../app/db/notes.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { migrations } from '../app/db/migrations/all.ts';
import { VERSION } from '../app/config/version.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function club(to: Pick<TestDatabase, 'dataDir'> & { databaseUrl?: string | undefined }, ...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: to.dataDir,
    DATABASE_URL: to.databaseUrl,
    CLUB_CONFIG: resolve('club.config.ts'),
    SESSION_SECRET: 'a secret of thirty-two characters',
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'club.ts'), ...args], { cwd: folder, env });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { out, err: withoutProgress(err), code };
}

const COMMANDS = [
  ['admins'],
  ['trash'],
  ['grant', 'ada@example.edu'],
  ['export', 'out.json'],
  ['import', 'in.json', '--replace'],
  ['restore', 'backup', '--replace'],
];

describeOnDatabases('commands', (open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
    await writeFile(join(folder, 'in.json'), '{}');
  });
  afterEach(() => site.close());

  const ran = () => site.db.snapshot(listMigrations);

  test('commands leave data of an older version as it is and say so, and a backup of it is one of that version', async () => {
    await makeOlder(site.db);
    expect(await club(site, 'backup', 'backup')).toMatchObject({ err: '', code: 0 });
    for (const command of COMMANDS) {
      const { out, err, code } = await club(site, ...command);
      expect([command, out, code]).toEqual([command, '', 1]);
      expect(err).toContain('This data was written by an older version of Clubroom');
      expect(err).toContain(`this is version ${VERSION}, and nothing was changed`);
    }
    expect(await ran()).toEqual(FORMER_MIGRATIONS);

    const manifest = JSON.parse(await readFile(join(folder, 'backup/manifest.json'), 'utf8'));
    // That version reads format 1 alone, and only the tables that it knows.
    expect(manifest).toMatchObject({ version: 1, migrations: FORMER_MIGRATIONS });
    expect(Object.keys(manifest.tables)).toContain('link_checks');
    expect(Object.keys(manifest.tables)).not.toContain('jobs');
    await migrate(site.db);
    expect(await readLastBackup(site.db, site.dataDir)).toBe(Date.parse(manifest.takenAt));

    const empty = await sqliteDatabase();
    expect(await club(empty, 'restore', 'backup')).toMatchObject({ err: '', code: 0 });
    expect(await empty.db.query.selectFrom('events').select('title').execute()).toEqual([{ title: 'A' }]);
    expect(await empty.db.snapshot(listMigrations)).toEqual(Object.keys(migrations));
    await empty.close();
  });

  test(
    'commands leave data of a newer version as it is, and a backup of it holds what is not known here',
    { tags: 'long' },
    async () => {
      await site.db.write(async ({ query }) => {
        await sql`update app_state set value = '7.3.1' where name = 'version'`.execute(query);
        await sql`insert into migrations (name, ran_at) values ('999-later', 0)`.execute(query);
        await sql`create table novelties (key text primary key)`.execute(query);
        await sql`insert into novelties (key) values ('x')`.execute(query);
      });
      expect(await club(site, 'backup', 'backup')).toMatchObject({ err: '', code: 0 });
      const manifest = JSON.parse(await readFile(join(folder, 'backup/manifest.json'), 'utf8'));
      expect(manifest.tables).toHaveProperty('novelties.rows', 1);
      expect(manifest.migrations).toContain('999-later');
      expect(await readLastBackup(site.db, site.dataDir)).toBe(Date.parse(manifest.takenAt));
      expect(await readNote(site.db, 'last backup')).toBeUndefined();
      expect(Object.keys(manifest.tables)).not.toContain('rate_limits');
      for (const command of COMMANDS.filter(([name]) => name !== 'restore')) {
        const { out, err, code } = await club(site, ...command);
        expect([command, out, code]).toEqual([command, '', 1]);
        expect(err).toContain(
          `This data was written by version 7.3.1; this is version ${VERSION}. Start 7.3.1 or later`,
        );
      }
      const restored = await club(site, 'restore', 'backup', '--replace');
      expect(restored).toMatchObject({ out: '', code: 1 });
      expect(restored.err).toContain('newer version');
    },
  );

  test('what a start has brought up to date is taken by every command', async () => {
    await makeOlder(site.db);
    await (await openDatabase({ url: site.databaseUrl, dataDir: site.dataDir })).close();
    expect(await club(site, 'admins')).toMatchObject({ err: '', code: 0 });
  });
});

test('the version alone is printed, and no folder is made', async () => {
  const dataDir = join(folder, 'data');
  expect(await club({ dataDir }, 'version')).toEqual({ out: `${VERSION}\n`, err: '', code: 0 });
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
});
