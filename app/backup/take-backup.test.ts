import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plantClub } from '../../test/backups.ts';
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { plantFile } from '../../test/planted-files.ts';
import { folderStorage, temporaryFolder, type TestStorage } from '../../test/storages.ts';
import { checkBackup } from './check-backup.ts';
import { takeBackup } from './take-backup.ts';

let folder: string;
let site: TestDatabase;
let files: TestStorage;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await site.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const backupAt = () => join(folder, 'backup');
async function taken() {
  await takeBackup(site.db, files.storage, backupAt());
  return checkBackup(backupAt());
}

describe('a backup', () => {
  let club: Awaited<ReturnType<typeof plantClub>>;
  beforeEach(async () => {
    site = await sqliteDatabase();
    files = await folderStorage();
    club = await plantClub(site.db, files.storage);
  });

  test('can be read by nobody else', async () => {
    await taken();
    for (const entry of await readdir(backupAt(), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o077).toBe(0);
    }
    expect((await stat(backupAt())).mode & 0o077).toBe(0);
  });

  test('goes into a new or an empty folder only', async () => {
    await mkdir(backupAt());
    await taken();
    const again = takeBackup(site.db, files.storage, backupAt());
    await expect(again).rejects.toThrow('holds a backup already, and nothing was written');
    await expect(takeBackup(site.db, files.storage, folder)).rejects.toThrow('is not empty');
    expect(await readdir(folder)).toEqual(['backup']);
  });

  test('that cannot be written says where', async () => {
    await writeFile(join(folder, 'taken'), '');
    const below = takeBackup(site.db, files.storage, join(folder, 'taken/backup'));
    await expect(below).rejects.toThrow(`${folder}/taken/backup cannot become a backup: ENOTDIR`);
    // Too long only with what is added to it while it is being written.
    const long = join(folder, 'x'.repeat(250));
    const tooLong = takeBackup(site.db, files.storage, long);
    await expect(tooLong).rejects.toThrow(`${long} cannot be made: ENAMETOOLONG. Name a folder that can be written to`);
  });

  test('that is stopped or fails leaves nothing', async () => {
    const stop = new AbortController();
    const stopped = takeBackup(site.db, files.storage, backupAt(), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    const read = () => Promise.reject(new Error('no storage'));
    const failing = takeBackup(site.db, { list: files.storage.list, read }, backupAt());
    await expect(failing).rejects.toThrow('no storage');
    expect(await readdir(folder)).toEqual([]);
    expect(await site.db.query.selectFrom('erasure_holds').selectAll().execute()).toEqual([]);
  });

  test('names the files that the site had lost before', async () => {
    const lost = await plantFile(site.db, 'lost.pdf');
    const short = await plantFile(site.db, 'short.pdf');
    await files.storage.put(`${short.path}/short.pdf`, Buffer.from('short'), { contentType: 'application/pdf' });
    const { lost: found } = await takeBackup(site.db, files.storage, backupAt());
    expect(found.toSorted()).toEqual(
      [
        `${lost.path}/lost.pdf is not in the storage`,
        `${short.path}/short.pdf has 5 bytes, and its record says 1000`,
      ].toSorted(),
    );
    await checkBackup(backupAt());
  });

  test.each([
    ['tables/events.ndjson', 'is not as it was'],
    ['files.ndjson', 'is not as it was'],
    ['manifest.json', 'cannot be read'],
  ])('with a damaged %s is refused', async (name, message) => {
    await taken();
    const file = join(backupAt(), name);
    await chmod(file, 0o600);
    await truncate(file, (await stat(file)).size - 3);
    await expect(checkBackup(backupAt())).rejects.toThrow(message);
  });

  test('with a stored file that is missing, or of which one bit is another, is refused', async () => {
    await taken();
    const { used } = club;
    const file = join(backupAt(), 'files', used.path, used.name);
    const content = await readFile(file);
    content[500] = (content[500] ?? 0) ^ 1;
    await writeFile(file, content);
    await expect(checkBackup(backupAt())).rejects.toThrow(`${used.path}/${used.name} is not as it was`);
    await rm(file);
    await expect(checkBackup(backupAt())).rejects.toThrow(`${used.path}/${used.name} is missing`);
  });

  test.each(['tables/events.ndjson', 'files.ndjson', 'files'])(
    'with a link out of its folder in the place of %s is refused, although the content is the same',
    async (name) => {
      await taken();
      await rename(join(backupAt(), name), join(folder, 'elsewhere'));
      await symlink(join(folder, 'elsewhere'), join(backupAt(), name));
      await expect(checkBackup(backupAt())).rejects.toThrow('leads out of it');
    },
  );

  test('of another format or a newer version is refused, and so is what is none', async () => {
    await taken();
    const file = join(backupAt(), 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, version: 2, new: true }));
    await expect(checkBackup(backupAt())).rejects.toThrow('has format 2, and this version of Clubroom reads format 1');
    await writeFile(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '999-later'] }));
    await expect(checkBackup(backupAt())).rejects.toThrow('taken by a newer version of Clubroom (999-later)');
    await expect(checkBackup(folder)).rejects.toThrow('holds no finished backup');
    await expect(checkBackup(join(folder, 'nowhere'))).rejects.toThrow('There is no folder');
  });
});
