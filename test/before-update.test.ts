import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { databases, sqliteDatabase, type TestDatabase } from './databases.ts';
import { restoreInto, seedStoredFile } from './backups.ts';
import { FORMER_MIGRATIONS, makeOlder } from './older-data.ts';
import { listMigrations } from '../app/db/data-version.ts';
import { migrations } from '../app/db/migrations/all.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';

describe.each(databases)('the first start of a newer version, on %s', (_, open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await site.close();
  });

  const start = async () => {
    const database = site.databaseUrl && { DATABASE_URL: site.databaseUrl };
    const env = { DATA_DIR: site.dataDir, SESSION_SECRET: 'a secret of thirty-two characters', ...database };
    await (await startApp({ env })).close();
  };
  const copies = () => readdir(join(site.dataDir, 'before-updates'));

  test('keeps the data of before, with its files, as a backup of that version; a second start keeps none', async () => {
    await makeOlder(site.db);
    const storage = await openStorage({ storageUrl: undefined, dataDir: site.dataDir });
    const file = await seedStoredFile(site.db, storage);
    await start();
    expect(await site.db.snapshot(listMigrations)).toEqual(Object.keys(migrations));
    const [name = '', ...more] = await copies();
    expect(more).toEqual([]);
    const copy = join(site.dataDir, 'before-updates', name);
    expect((await stat(join(site.dataDir, 'before-updates'))).mode & 0o777).toBe(0o700);
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ version: 1, migrations: FORMER_MIGRATIONS, files: { count: 2 } });
    // Another name of the same file: no room is taken twice.
    expect((await stat(join(copy, 'files', file.path, file.name))).nlink).toBe(2);
    await start();
    expect(await copies()).toEqual([name]);

    const empty = await sqliteDatabase();
    const files = await openStorage({ storageUrl: undefined, dataDir: empty.dataDir });
    await restoreInto({ db: empty.db, storage: files }, copy);
    expect(await empty.db.query.selectFrom('events').select('title').execute()).toEqual([{ title: 'A' }]);
    expect(await files.exists(`${file.path}/${file.name}`)).toBe(true);
    await empty.close();
  });

  test('keeps the last three, and a fresh club has none', { tags: 'long' }, async () => {
    await start();
    await expect(copies()).rejects.toThrow('ENOENT');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const minute of [1, 2, 3, 4]) {
      vi.setSystemTime(new Date(2026, 1, 1, 12, minute));
      await makeOlder(site.db);
      await start();
    }
    vi.useRealTimers();
    const names = (await copies()).toSorted();
    expect(names.map((name) => name.slice(13, 15))).toEqual(['02', '03', '04']);
  });
});
