import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allContent, allRows, seedClub } from '../test/backups.ts';
import { databases, sqliteDatabase, type TestDatabase } from '../test/databases.ts';
import { seedFile } from '../test/seed-file.ts';
import { withoutProgress } from '../test/progress.ts';
import { VERSION } from '../app/config/version.ts';
import type { Change } from '../app/domain/topics.ts';
import { listenForChanges } from '../app/live/changes-socket.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';

let folder: string;
let site: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

function start(
  to: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  args: string[],
  settings: Record<string, string> = {},
) {
  const env = {
    ...process.env,
    DATA_DIR: to.dataDir,
    CLUB_CONFIG: resolve('club.config.ts'),
    SESSION_SECRET: 'a secret of thirty-two characters',
    ...(to.databaseUrl && { DATABASE_URL: to.databaseUrl }),
    ...settings,
  };
  return spawn(process.execPath, [join(import.meta.dirname, 'club.ts'), ...args], { cwd: folder, env });
}

const clubWith = (settings: Record<string, string>, ...args: string[]) => answerOf(start(site, args, settings));

async function club(to: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, ...args: string[]) {
  return answerOf(start(to, args));
}

async function answerOf(child: ReturnType<typeof start>) {
  const code = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err: withoutProgress(err), code: Number((await code)[0]) };
}

describe.each(databases)('npm run club on %s', (_, open) => {
  test('backs up, and restores over what a serving site shows, which then knows of it', async () => {
    site = await open();
    const storage = await openStorage({ storageUrl: undefined, dataDir: site.dataDir });
    await seedClub(site.db, storage);
    const backup = await club(site, 'backup', 'here');
    expect(backup).toMatchObject({ err: '', code: 0 });
    expect(backup.out).toMatch(/^Backed up \d+ rows and 6 files \(0 MB\) to \/.*\/here\n$/);
    const again = await club(site, 'backup', 'here');
    expect(again).toMatchObject({ out: '', code: 1 });
    expect(again.err).toMatch(/^\/.*\/here holds a backup already, and nothing was written: name a folder.*\n$/);

    const rows = await allRows(site.db);
    const isOfBackup = /"(last backup|backup digests|lost files)"/;
    rows['app_state'] = rows['app_state']?.filter((row) => !isOfBackup.test(row)) ?? [];
    const refused = await club(site, 'restore', 'here');
    expect(refused).toMatchObject({ out: '', code: 1 });
    expect(refused.err).toMatch(/^The database holds records, and nothing was changed: .*\n$/);

    const told: Change[] = [];
    const server = await listenForChanges(site.dataDir, (changes) => {
      told.push(...changes);
    });
    const restored = await club(site, 'restore', 'here', '--replace');
    await server.close();
    expect(restored).toMatchObject({ err: '', code: 0 });
    expect(restored.out).toMatch(/^Restored \d+ rows and 6 files from the backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/);
    // Postgres tells by itself, without the socket.
    expect(told.some(({ topic, key }) => topic === 'event' && key === '')).toBe(!site.databaseUrl);
    expect(await allRows(site.db)).toEqual(rows);

    const empty = await sqliteDatabase();
    expect(await club(empty, 'restore', 'here')).toMatchObject({ err: '', code: 0 });
    expect(await allRows(empty.db)).toEqual(rows);
    const otherStorage = await openStorage({ storageUrl: undefined, dataDir: empty.dataDir });
    expect(await allContent(otherStorage)).toEqual(await allContent(storage));
    await empty.close();
  });
});

describe('a backup', () => {
  beforeEach(async () => {
    site = await sqliteDatabase();
  });

  const backups = async () => (await readdir(folder)).toSorted();

  test('with a file that the site had lost before is a good one, and names it', async () => {
    const lost = await seedFile(site.db, 'lost.pdf');
    const { out, err, code } = await club(site, 'backup', 'here');
    expect([err, code]).toEqual([`Lost before this backup: ${lost.path}/lost.pdf is not in the storage\n`, 0]);
    expect(out).toMatch(/^Backed up /);
    const manifest = JSON.parse(await readFile(join(folder, 'here/manifest.json'), 'utf8'));
    expect(manifest.lost).toEqual([`${lost.path}/lost.pdf is not in the storage`]);
  });

  test('holds what a lost machine had: configuration, names of settings, version, and the secret in a file of its own', async () => {
    await writeFile(join(site.dataDir, 'session-secret'), 'a secret that the site has made itself\n');
    await mkdir(join(folder, 'content'));
    await writeFile(join(folder, 'content/cs-guide.md'), '# Our guide\n');
    const settings = {
      SESSION_SECRET: '',
      ADMIN_EMAILS: 'ada@example.edu',
      SMTP_URL: 'smtp://ada:pass@mail.example.edu',
    };
    const { err, code } = await clubWith(settings, 'backup', 'here');
    expect([err, code]).toEqual(['', 0]);
    const read = (name: string) => readFile(join(folder, 'here', name), 'utf8');
    expect(await read('club.config.ts')).toBe(await readFile('club.config.ts', 'utf8'));
    expect(await read('guide.md')).toBe('# Our guide\n');
    const names = (await read('settings.txt')).split('\n');
    expect(names).toEqual(expect.arrayContaining(['ADMIN_EMAILS', 'CLUB_CONFIG', 'DATA_DIR', 'SMTP_URL']));
    expect(names).not.toContain('SESSION_SECRET');
    expect(names.join()).not.toContain('pass');
    expect(JSON.parse(await read('manifest.json')).version).toBe(VERSION);
    expect(await read('session-secret')).toBe('a secret that the site has made itself\n');
    expect((await stat(join(folder, 'here/session-secret'))).mode & 0o777).toBe(0o600);

    const other = await sqliteDatabase();
    const restored = await clubWith({ SESSION_SECRET: '', DATA_DIR: other.dataDir }, 'restore', 'here');
    expect(restored).toMatchObject({ err: '', code: 0 });
    expect(await readFile(join(other.dataDir, 'session-secret'), 'utf8')).toBe(
      'a secret that the site has made itself\n',
    );
    const elsewhere = await clubWith({ DATA_DIR: other.dataDir }, 'restore', 'here', '--replace');
    expect(elsewhere.err).toContain('SESSION_SECRET is not the backup’s, so everyone has to sign in again.');
    await other.close();

    expect(await clubWith(settings, 'backup', 'without', '--without-secrets')).toMatchObject({ err: '', code: 0 });
    expect(await readdir(join(folder, 'without'))).not.toContain('session-secret');
  });

  test('--keep removes all but the newest good ones beside it, also when this one failed, and nothing else', async () => {
    for (const name of ['c', 'b', 'a']) expect(await club(site, 'backup', name)).toMatchObject({ code: 0 });
    await mkdir(join(folder, 'ours'));
    await writeFile(join(folder, 'ours/notes.txt'), 'Ours');
    expect(await club(site, 'backup', 'd', '--keep', '3')).toMatchObject({ err: '', code: 0 });
    expect(await backups()).toEqual(['a', 'b', 'd', 'ours']);
    const failed = await club(site, 'backup', 'ours', '--keep', '1');
    expect([failed.out, failed.code]).toEqual(['', 1]);
    expect(failed.err).toContain('ours is not empty');
    expect(await backups()).toEqual(['d', 'ours']);
    const wrong = await club(site, 'backup', 'e', '--keep', '0');
    expect(wrong.err).toMatch(/^--keep needs a whole number, 1 or more\.\nUsage: /);
    expect(await backups()).toEqual(['d', 'ours']);
  });
});

describe('a backup that is cut off', () => {
  beforeEach(async () => {
    site = await sqliteDatabase();
    const rows = Array.from({ length: 40_000 }, (_, at) => ({
      collection: 'x',
      key: `k${at}`,
      value: '"'.repeat(200),
    }));
    await site.db.write(async ({ query }) => {
      for (let at = 0; at < rows.length; at += 1000) {
        await query
          .insertInto('unknown_records')
          .values(rows.slice(at, at + 1000))
          .execute();
      }
    });
  });

  /** A backup that is ended as soon as it has begun to write. */
  async function ended(signal: NodeJS.Signals) {
    const child = start(site, ['backup', 'here']);
    const err = text(child.stderr);
    const closed = once(child, 'close');
    await expect.poll(() => readdir(folder), { interval: 5, timeout: 10_000 }).toContain('here.unfinished');
    child.kill(signal);
    return { code: (await closed)[0], err: await err };
  }

  test('by SIGTERM leaves nothing', async () => {
    const { code, err } = await ended('SIGTERM');
    expect([code, err]).toEqual([1, 'The backup was stopped, and nothing is left of it.\n']);
    expect(await readdir(folder)).toEqual([]);
  });

  test('by SIGKILL leaves nothing that looks whole, and the next one says so', async () => {
    await ended('SIGKILL');
    expect(await readdir(folder)).toEqual(['here.unfinished']);
    const unfinished = await club(site, 'restore', 'here.unfinished');
    expect(unfinished.err).toMatch(/^\/.*\/here\.unfinished holds no finished backup: .*\n$/);
    const next = await club(site, 'backup', 'here');
    expect(next.err).toMatch(/^\/.*\/here\.unfinished is there: .* Delete it, or name another folder\n$/);
    await rm(join(folder, 'here.unfinished'), { recursive: true });
    expect(await club(site, 'backup', 'here')).toMatchObject({ err: '', code: 0 });
  });
});

test.each([
  [['backup'], 'DIR is missing.\nUsage: npm run club -- backup DIR [--keep N] [--without-secrets]\n'],
  [
    ['restore', 'a', '--replace', 'b'],
    "'b' is one argument too many.\nUsage: npm run club -- restore DIR [--replace]\n",
  ],
])('%j is answered with how it is meant', async (args, message) => {
  site = await sqliteDatabase();
  await writeFile(join(folder, 'a'), '');
  expect(await club(site, ...args)).toEqual({ out: '', err: message, code: 2 });
});
