import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../test/actors.ts';
import {
  allContent,
  allRows,
  EXEC,
  openBackupSite,
  seedStoredFile,
  seedClub,
  restoreInto,
  type BackupSite,
} from '../../test/backups.ts';
import { databases, sqliteDatabase } from '../../test/databases.ts';
import { storages } from '../../test/storages.ts';
import { execs } from '../domain/execs.ts';
import { removeRecords } from '../domain/record-changes/remove.ts';
import { addRecord } from '../domain/record-changes/save.ts';
import { eraseDueFiles } from '../domain/uploads/erase-files.ts';
import { removeUpload } from '../domain/uploads/remove-upload.ts';
import { takeBackup } from './take-backup.ts';

let site: BackupSite;
afterEach(() => site.close());

const places = databases.flatMap(([database, openDb]) =>
  storages.map(([storage, openFiles]) => ({ database, storage, openDb, openFiles })),
);

describe.each(places)('a backup of $database and $storage', ({ openDb, openFiles }) => {
  beforeEach(async () => {
    site = await openBackupSite(openDb, openFiles);
  });

  test('is put back row by row and byte by byte, into the same kind of place and the other', async () => {
    const { used, trashed } = await seedClub(site.db, site.storage);
    await site.storage.put('generated/poster/x.svg', Buffer.from('<svg/>'), { contentType: 'image/svg+xml' });
    const taken = await takeBackup(site.db, site.storage, site.backup);
    expect(taken).toMatchObject({ files: 6, lost: [] });
    const [rows, { 'generated/poster/x.svg': _, ...content }] = [
      await allRows(site.db),
      await allContent(site.storage),
    ];
    expect(Object.keys(content)).toContain(`${trashed.path}/${trashed.name}`);
    const otherKind = places.find((place) => place.openDb !== openDb && place.openFiles !== openFiles);
    for (const { openDb: openOther, openFiles: openOtherFiles } of [
      { openDb, openFiles },
      ...(otherKind ? [otherKind] : []),
    ]) {
      const [other, otherFiles] = [await openOther(), await openOtherFiles()];
      await restoreInto({ db: other.db, storage: otherFiles.storage }, site.backup);
      expect(await allRows(other.db)).toEqual(rows);
      expect(await allContent(otherFiles.storage)).toEqual(content);
      const kind = otherFiles.storageUrl ? 'image/jpeg' : undefined;
      expect(await otherFiles.contentTypeOf(`${used.path}/${used.name}`)).toBe(kind);
      await other.close();
      await otherFiles.close();
    }
  });

  test('holds every write acknowledged before it, whole ones of those beside it, and every file it names', async () => {
    await seedClub(site.db, site.storage);
    const before = await allRows(site.db);
    let isOver = false;
    const acknowledged: string[] = [];
    const signUp = async (key: string) => {
      const row = { form_id: 'f', key, answers: '{"name":"Max"}', created_at: Date.now() };
      await site.db.writeTogether(({ query }) => query.insertInto('entries').values(row).execute());
      acknowledged.push(key);
    };
    const writing = (async () => {
      for (let at = 0; !isOver; at++) {
        await Promise.all([signUp(`${at}-a`), signUp(`${at}-b`)]);
        const image = await seedStoredFile(site.db, site.storage);
        const { key } = await addRecord(site.db, admin, execs, { ...EXEC, name: `Exec ${at}`, image });
        acknowledged.push(key);
        if (at % 2 === 0) await removeRecords(site.db, admin, execs, [key]);
        const unused = await seedStoredFile(site.db, site.storage, 'notes.pdf');
        await removeUpload(site.db, admin, site.storage.deleteAll, unused.guid);
        await eraseDueFiles(site.db, site.storage.deleteAll);
      }
    })();
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(9);
    const known = [...acknowledged];
    const taken = await takeBackup(site.db, site.storage, site.backup);
    isOver = true;
    await writing;
    expect(taken.lost).toEqual([]);

    const other = await sqliteDatabase();
    await restoreInto({ db: other.db, storage: site.storage }, site.backup);
    const restored = await allRows(other.db);
    for (const table of ['events', 'food', 'sessions', 'outbox']) expect(restored[table]).toEqual(before[table]);
    const rows = await other.db.query.selectFrom('execs').selectAll().execute();
    const trash = await other.db.query.selectFrom('trash').select('record_key').execute();
    const entries = await other.db.query.selectFrom('entries').select('key').execute();
    const found = new Set([...rows, ...entries].map(({ key }) => key));
    for (const { record_key } of trash) found.add(record_key);
    expect(known.filter((key) => !found.has(key))).toEqual([]);
    for (const { image } of rows) {
      const { path, name } = JSON.parse(image ?? '{}');
      expect((await stat(join(site.backup, 'files', path, name))).size).toBe(1000);
    }
    await other.close();
  });

  test('a file that is removed while it is taken is erased only afterwards', async () => {
    const { fresh } = await seedClub(site.db, site.storage);
    const original = `${fresh.path}/${fresh.name}`;
    let removed = false;
    const source = {
      read: site.storage.read,
      async *list(path: string) {
        if (!removed) {
          removed = true;
          await removeUpload(site.db, admin, site.storage.deleteAll, fresh.guid);
          await eraseDueFiles(site.db, site.storage.deleteAll);
        }
        yield* site.storage.list(path);
      },
    };
    expect((await takeBackup(site.db, source, site.backup)).lost).toEqual([]);
    expect((await stat(join(site.backup, 'files', original))).size).toBe(1000);
    await eraseDueFiles(site.db, site.storage.deleteAll);
    expect(await site.storage.exists(original)).toBe(false);
  });
});
