import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { checkBackup } from '../app/backup/check-backup.ts';
import { restoreBackup, type RestoreOptions } from '../app/backup/restore-backup.ts';
import { BACKED_UP } from '../app/backup/tables.ts';
import type { Database } from '../app/db/db.server.ts';
import { execs } from '../app/domain/execs.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import type { Storage } from '../app/storage/storage.server.ts';
import { admin } from './actors.ts';
import { sqliteDatabase } from './databases.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedFile } from './seed-file.ts';
import { folderStorage, temporaryFolder } from './storages.ts';

/** A site, with a folder beside it for its backups. */
export interface BackupSite {
  db: Database;
  storage: Storage;
  folder: string;
  /** In `folder`; not there yet. */
  backup: string;
  close: () => Promise<void>;
}

export async function openBackupSite(openDb = sqliteDatabase, openFiles = folderStorage): Promise<BackupSite> {
  const [database, files, folder] = await Promise.all([openDb(), openFiles(), temporaryFolder()]);
  return {
    db: database.db,
    storage: files.storage,
    folder,
    backup: join(folder, 'backup'),
    async close() {
      await database.close();
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every row of every table that a backup holds, one text each, in the same order whichever database it is. */
export async function allRows(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of BACKED_UP) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.query);
    tables[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return tables;
}

/** The sum of everything that is stored, by path. */
export async function allContent(storage: Storage): Promise<Record<string, string>> {
  const sums: [string, string][] = [];
  for await (const path of storage.list('')) {
    sums.push([
      path,
      createHash('sha256')
        .update(await buffer(await storage.read(path)))
        .digest('hex'),
    ]);
  }
  return Object.fromEntries(sums.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** An executive as an admin types one in. */
export const EXEC = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true };

/** A club with something of everything: odd texts and numbers, a file in use, one in the trash, one just uploaded. */
export async function seedClub(db: Database, storage: Storage) {
  await insertEvents(
    db,
    eventRow('a', {
      title: 'Ünïcödé "quoted"\n\u2028 \\ 😀',
      time_start: -62_135_596_800_000,
      extra: '{"x":[1.5,null]}',
    }),
    eventRow('b', { title: '', tentative: 1, dsc_event: 0, version: 2_147_483_647, time_end: 8_640_000_000_000_000 }),
  );
  await db.write(async ({ query }) => {
    const item = { name: 'Tea', section: 'Drink', extra: null, version: 0, updated_at: 0 };
    const rows = [null, 0, 0.1, 1e-7, 123_456_789.125, 3].map((price) => ({ ...item, key: `tea-${price}`, price }));
    await query.insertInto('food').values(rows).execute();
  });
  const [used, trashed, fresh] = await Promise.all([
    seedStoredFile(db, storage),
    seedStoredFile(db, storage),
    seedStoredFile(db, storage, 'ü 1.pdf'),
  ]);
  await addRecord(db, admin, execs, { ...EXEC, image: used });
  const { key } = await addRecord(db, admin, execs, { ...EXEC, image: trashed });
  await removeRecords(db, admin, execs, [key]);
  await db.write(async ({ query }) => {
    const now = Date.now();
    await query.insertInto('sessions').values({ id_hash: 'hash', uid: 'ada', created_at: now, seen_at: now }).execute();
    await query
      .insertInto('used_tokens')
      .values({ token: 'once:x', result: null, expires_at: now + 1e9 })
      .execute();
    await query
      .insertInto('file_deletions')
      .values({ path: '2020/1/1/gone', due_at: now + 1e9 })
      .execute();
    const mail = {
      kind: 'invite',
      recipient: 'max@example.edu',
      message: '{}',
      state: '',
      attempts: 0,
      next_at: 0,
    } as const;
    await query
      .insertInto('outbox')
      .values({ key: 'mail', ...mail, created_at: now, sent_at: null })
      .execute();
    const job = { kind: 'mail', key: 'mail', lane: '', state: 'waiting', attempts: 2, error: 'later' } as const;
    await query
      .insertInto('jobs')
      .values({ ...job, run_at: now, queued_at: now })
      .execute();
  });
  return { used, trashed, fresh };
}

/** A stored file with as many bytes as its row says, and a smaller copy beside it. */
export async function seedStoredFile(db: Database, storage: Storage, name?: string) {
  const file = await seedFile(db, name);
  await storage.put(`${file.path}/${file.name}`, randomBytes(1000), { contentType: 'image/jpeg' });
  await storage.put(`${file.path}/640.webp`, randomBytes(300), { contentType: 'image/webp' });
  return file;
}

/** Puts the backup in `folder` back, after it was checked. */
export async function restoreInto(
  to: { db: Database; storage: Storage },
  folder: string,
  options?: RestoreOptions,
): Promise<void> {
  await restoreBackup(to.db, to.storage, { folder, manifest: await checkBackup(folder) }, options);
}
