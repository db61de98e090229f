import { inChunks, type Database, type Reader, type Writer } from '../db/db.server.ts';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { noteErasure } from '../db/erasures.ts';
import { rebuildTables, insertRows } from '../db/whole-tables.ts';
import { markUncertainAfterRestore } from '../domain/announcements/send-announcements.ts';
import { TOPICS } from '../domain/topics.ts';
import { queueErasure } from '../domain/file-uses/link-files.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { readBackedUp, readFileLines, tableFile } from './check-backup.ts';
import { mapConcurrent } from './map-concurrent.ts';
import { readLines, unpackRow } from './ndjson.ts';
import { listNamedFiles } from './stored-files.ts';
import { WITH_RECORDS } from './tables.ts';
import { progressOf, type BackupProgress } from './take-backup.ts';

export interface FileTarget {
  put: (path: string, content: Readable, info: { contentType: string; size: number }) => Promise<void>;
}

export interface RestoreOptions {
  replace?: boolean;
  /** Runs at the beginning of the transaction that puts the tables back. If it throws, everything is undone. */
  begin?: (tx: Writer) => Promise<void>;
  /** Runs at the end of that transaction. */
  finish?: (tx: Writer) => Promise<void>;
  /** Tables and views that a newer version made, which are not in the backup and are dropped. */
  obsolete?: string[];
  onProgress?: (progress: BackupProgress) => void;
}

const FILES_AT_ONCE = 6;
const ROWS_AT_ONCE = 500;
const QUEUED_AT_ONCE = 100;
/** Longer than putting files back takes. After this, files of an interrupted restore that no record names are erased. */
const RESTORED_WITHIN_MS = 24 * 60 * 60_000;

/** Restores the files first, then all tables in one transaction. @throws BackupError if there are records and no `replace`. */
export async function restoreBackup(
  db: Database,
  storage: FileTarget,
  { folder, manifest }: { folder: string; manifest: Manifest },
  { replace = false, begin, finish, obsolete = [], onProgress }: RestoreOptions = {},
): Promise<void> {
  if (!replace) await refuseUsed(db);
  const { onMore } = progressOf(onProgress);
  await queueUnfinished(db, folder);
  await mapConcurrent(readFileLines(folder), FILES_AT_ONCE, async ({ path, size, contentType }) => {
    await storage.put(path, Readable.from(readBackedUp(folder, `files/${path}`)), { contentType, size });
    onMore({ files: 1, bytes: size });
  });
  await db.write(async (tx) => {
    await begin?.(tx);
    if (!replace) await refuseUsed(tx);
    const before = await listNamedFiles(tx);
    const fill = async () => {
      for (const [table, { bytes }] of Object.entries(manifest.tables)) {
        await insertTable(tx, db.dialect, table, folder, (rows) => onMore({ rows }));
        onMore({ bytes });
      }
    };
    await rebuildTables(tx, db.dialect, manifest.migrations, fill, obsolete);
    await markUncertainAfterRestore(tx);
    const now = await listNamedFiles(tx);
    const given = [...before.values()].filter(({ path }) => !now.has(path));
    for (const part of inChunks(given, QUEUED_AT_ONCE)) await queueErasure(tx, part, Date.now());
    for (const topic of TOPICS) tx.changed(topic, '');
    if (replace) await noteErasure(tx);
    await finish?.(tx);
  });
  await db.forgetTraces();
}

async function refuseUsed({ query }: Reader): Promise<void> {
  for (const table of WITH_RECORDS) {
    const one = query
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .limit(1);
    if (!(await one.executeTakeFirst())) continue;
    throw new BackupError(
      'The database holds records, and nothing was changed: restore into an empty one, or add --replace to overwrite them',
    );
  }
}

/** Queues erasing what no record names yet. Restoring the tables overwrites these notes, so only an interrupted restore leaves them. */
async function queueUnfinished(db: Database, folder: string): Promise<void> {
  const named = await listNamedFiles(db);
  const paths = new Set<string>();
  for await (const { path } of readFileLines(folder)) paths.add(path.slice(0, path.lastIndexOf('/')));
  const due = Date.now() + RESTORED_WITHIN_MS;
  const unnamed = [...paths].filter((path) => !named.has(path)).map((path) => ({ path }));
  await db.write(async (tx) => {
    for (const part of inChunks(unnamed, QUEUED_AT_ONCE)) {
      const waiting = part.map(({ path }) => path);
      await tx.query.updateTable('file_deletions').set({ due_at: due }).where('path', 'in', waiting).execute();
      await queueErasure(tx, part, due);
    }
  });
}

async function insertTable(
  tx: Writer,
  dialect: Database['dialect'],
  table: string,
  folder: string,
  onRows: (count: number) => void,
): Promise<void> {
  let columns: string[] | undefined;
  let rows: unknown[][] = [];
  const insert = async () => {
    if (columns && rows.length > 0) await insertRows(tx, dialect, table, { columns, rows });
    onRows(rows.length);
    rows = [];
  };
  for await (const line of readLines(readBackedUp(folder, tableFile(table)))) {
    if (columns) rows.push(unpackRow(columns, line));
    else columns = columnsOf(line);
    if (rows.length === ROWS_AT_ONCE) await insert();
  }
  await insert();
}

function columnsOf(line: unknown): string[] {
  if (Array.isArray(line) && line.every((name) => typeof name === 'string')) return line;
  throw new TypeError('A table of the backup does not begin with the names of its columns');
}
