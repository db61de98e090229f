import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBackupSite, seedClub, type BackupSite } from '../../test/backups.ts';
import { seedFile } from '../../test/seed-file.ts';
import { checkBackup } from './check-backup.ts';
import { takeBackup } from './take-backup.ts';

let site: BackupSite;
afterEach(() => site.close());

async function taken() {
  await takeBackup(site.db, site.storage, site.backup);
  return checkBackup(site.backup);
}

describe('a backup', () => {
  let club: Awaited<ReturnType<typeof seedClub>>;
  beforeEach(async () => {
    site = await openBackupSite();
    club = await seedClub(site.db, site.storage);
  });

  test('can be read by nobody else', async () => {
    await taken();
    for (const entry of await readdir(site.backup, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o077).toBe(0);
    }
    expect((await stat(site.backup)).mode & 0o077).toBe(0);
  });

  test('goes into a new or an empty folder only', async () => {
    await mkdir(site.backup);
    await taken();
    const again = takeBackup(site.db, site.storage, site.backup);
    await expect(again).rejects.toThrow('holds a backup already, and nothing was written');
    await expect(takeBackup(site.db, site.storage, site.folder)).rejects.toThrow('is not empty');
    expect(await readdir(site.folder)).toEqual(['backup']);
  });

  test('that cannot be written says where', async () => {
    await writeFile(join(site.folder, 'taken'), '');
    const below = takeBackup(site.db, site.storage, join(site.folder, 'taken/backup'));
    await expect(below).rejects.toThrow(
      `${site.folder}/taken/backup cannot become a backup: it is a file, or would lie in one. Name a folder`,
    );
    // Too long only with what is added to it while it is being written.
    const long = join(site.folder, 'x'.repeat(250));
    const tooLong = takeBackup(site.db, site.storage, long);
    await expect(tooLong).rejects.toThrow(`${long} cannot be made: ENAMETOOLONG. Name a folder that can be written to`);
  });

  test('that is stopped or fails leaves nothing', async () => {
    const stop = new AbortController();
    const stopped = takeBackup(site.db, site.storage, site.backup, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    const read = () => Promise.reject(new Error('no storage'));
    const failing = takeBackup(site.db, { list: site.storage.list, read }, site.backup);
    await expect(failing).rejects.toThrow('no storage');
    expect(await readdir(site.folder)).toEqual([]);
    expect(await site.db.query.selectFrom('erasure_holds').selectAll().execute()).toEqual([]);
  });

  test('names the files that the site had lost before', async () => {
    const lost = await seedFile(site.db, 'lost.pdf');
    const short = await seedFile(site.db, 'short.pdf');
    await site.storage.put(`${short.path}/short.pdf`, Buffer.from('short'), { contentType: 'application/pdf' });
    const { lost: found } = await takeBackup(site.db, site.storage, site.backup);
    expect(found.toSorted()).toEqual(
      [
        `${lost.path}/lost.pdf is not in the storage`,
        `${short.path}/short.pdf has 5 bytes, and its record says 1000`,
      ].toSorted(),
    );
    await checkBackup(site.backup);
  });

  test.each([
    ['tables/events.ndjson', 'is not as it was'],
    ['files.ndjson', 'is not as it was'],
    ['manifest.json', 'cannot be read'],
  ])('with a damaged %s is refused', async (name, message) => {
    await taken();
    const file = join(site.backup, name);
    await chmod(file, 0o600);
    await truncate(file, (await stat(file)).size - 3);
    await expect(checkBackup(site.backup)).rejects.toThrow(message);
  });

  test('with a stored file that is missing, or of which one bit is another, is refused', async () => {
    await taken();
    const { used } = club;
    const file = join(site.backup, 'files', used.path, used.name);
    const content = await readFile(file);
    content[500] = (content[500] ?? 0) ^ 1;
    await writeFile(file, content);
    await expect(checkBackup(site.backup)).rejects.toThrow(`${used.path}/${used.name} is not as it was`);
    await rm(file);
    await expect(checkBackup(site.backup)).rejects.toThrow(`${used.path}/${used.name} is missing`);
  });

  test.each(['tables/events.ndjson', 'files.ndjson', 'files'])(
    'with a link out of its folder in the place of %s is refused, although the content is the same',
    async (name) => {
      await taken();
      await rename(join(site.backup, name), join(site.folder, 'elsewhere'));
      await symlink(join(site.folder, 'elsewhere'), join(site.backup, name));
      await expect(checkBackup(site.backup)).rejects.toThrow('leads out of it');
    },
  );

  test('of another format or a newer version is refused, and so is what is none', async () => {
    await taken();
    const file = join(site.backup, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, version: 2, new: true }));
    await expect(checkBackup(site.backup)).rejects.toThrow('has format 2, and this version of Clubroom reads format 1');
    await writeFile(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '999-later'] }));
    await expect(checkBackup(site.backup)).rejects.toThrow('taken by a newer version of Clubroom (999-later)');
    await expect(checkBackup(site.folder)).rejects.toThrow('holds no finished backup');
    await expect(checkBackup(join(site.folder, 'nowhere'))).rejects.toThrow('There is no folder');
  });
});
