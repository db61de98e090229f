import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allContent, allRows, seedClub } from '../test/backups.ts';
import { databases, sqliteDatabase, type TestDatabase } from '../test/databases.ts';
import type { Change } from '../app/domain/topics.ts';
import { listenForChanges } from '../app/live/command-socket.ts';
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

function start(to: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, ...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: to.dataDir,
    SESSION_SECRET: 'a secret of thirty-two characters',
    ...(to.databaseUrl && { DATABASE_URL: to.databaseUrl }),
  };
  return spawn(process.execPath, [join(import.meta.dirname, 'club.ts'), ...args], { cwd: folder, env });
}

async function club(to: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, ...args: string[]) {
  const child = start(to, ...args);
  const code = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, code: Number((await code)[0]) };
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
    const child = start(site, 'backup', 'here');
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
  [['backup'], 'DIR is missing.\nUsage: npm run club -- backup DIR\n'],
  [
    ['restore', 'a', '--replace', 'b'],
    "'b' is one argument too many.\nUsage: npm run club -- restore DIR [--replace]\n",
  ],
])('%j is answered with how it is meant', async (args, message) => {
  site = await sqliteDatabase();
  await writeFile(join(folder, 'a'), '');
  expect(await club(site, ...args)).toEqual({ out: '', err: message, code: 2 });
});
