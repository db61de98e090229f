import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listMigrations, listTables, readDataVersion } from '../db/data-version.ts';
import { readTable } from '../db/whole-tables.ts';
import type { Database, Reader } from '../db/db.server.ts';
import { holdErasures } from '../domain/uploads/erase-files.ts';
import { digestOf, FILE_LIST, MANIFEST, newManifest, type Manifest } from './manifest.ts';
import { copyFiles, type FileSource, listNamedFiles } from './stored-files.ts';
import { writeSummed, packRow } from './ndjson.ts';
import { tablesToBackUp } from './tables.ts';
import { writeWholeFolder } from './whole-folder.ts';

interface BackupOptions {
  onProgress?: (progress: BackupProgress) => void;
  /** Aborting leaves nothing behind. */
  signal?: AbortSignal | undefined;
  now?: Date;
  /** What else a lost machine had, by file name; it goes into the backup beside the data. */
  beside?: ReadonlyMap<string, string | Uint8Array>;
}

export interface BackupProgress {
  rows: number;
  files: number;
  bytes: number;
}

export function progressOf(onProgress: ((progress: BackupProgress) => void) | undefined) {
  const progress: BackupProgress = { rows: 0, files: 0, bytes: 0 };
  const onMore = ({ rows = 0, files = 0, bytes = 0 }: Partial<BackupProgress>) => {
    progress.rows += rows;
    progress.files += files;
    progress.bytes += bytes;
    onProgress?.(progress);
  };
  return { progress, onMore };
}

interface TakenBackup {
  rows: number;
  files: number;
  /** Without the manifest. */
  bytes: number;
  /** Sentences about files that are gone or not as long as recorded. The site has lost them; the backup is complete. */
  lost: string[];
  /** SHA-256 of its manifest: proves to the site that somebody has the whole backup. */
  digest: string;
}

/**
 * Copies the data before a start migrates it: no site uses it yet, and nothing can be written while the migrations' lock is
 * held. Without a source, the files are only listed. @throws BackupError
 */
export async function copyBefore(
  db: Database,
  source: FileSource | undefined,
  folder: string,
  options: BackupOptions = {},
): Promise<TakenBackup> {
  return writeWholeFolder(folder, { what: 'backup', mark: MANIFEST }, (unfinished) =>
    write(db, source, unfinished, options),
  );
}

/** Copies one state while the site goes on. The folder is called {folder}.unfinished until all is on disk. @throws BackupError */
export async function takeBackup(
  db: Database,
  storage: FileSource,
  folder: string,
  options: BackupOptions = {},
): Promise<TakenBackup> {
  return writeWholeFolder(folder, { what: 'backup', mark: MANIFEST }, (unfinished) =>
    holdErasures(db, () => write(db, storage, unfinished, options)),
  );
}

async function write(
  db: Database,
  storage: FileSource | undefined,
  folder: string,
  { onProgress, signal, now = new Date(), beside = new Map() }: BackupOptions,
): Promise<TakenBackup> {
  const { progress, onMore } = progressOf((sum) => {
    signal?.throwIfAborted();
    onProgress?.(sum);
  });
  const { version, migrations, tables, named } = await db.snapshot((at) => writeTables(at, db.dialect, folder, onMore));
  const files = writeSummed(join(folder, FILE_LIST));
  const lost = storage
    ? await copyFiles(storage, [...named.values()], join(folder, 'files'), {
        onCopied: (line) => files.write(`${JSON.stringify(line)}\n`),
        onMore,
      })
    : [];
  const besides = storage ? beside : new Map([...beside, [STORED_LIST, listed(named.values())]]);
  const list = await files.end();
  const count = { count: progress.files, bytes: progress.bytes - sumOfBytes(tables) };
  for (const [name, content] of besides)
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx', flush: true });
  const manifest = newManifest({
    version,
    takenAt: now.toISOString(),
    migrations,
    tables,
    files: { ...count, sha256: list.sha256 },
    lost: lost.toSorted(),
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
  return { ...progress, lost, digest: digestOf(text) };
}

/** Lists the files that stay only in the storage. */
const STORED_LIST = 'stored-files.txt';

function listed(files: Iterable<{ path: string; name: string }>): string {
  return [...files].map(({ path, name }) => `${path}/${name}\n`).join('');
}

async function writeTables(
  at: Reader,
  dialect: Database['dialect'],
  folder: string,
  onMore: (more: Partial<BackupProgress>) => void,
) {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const tables: Manifest['tables'] = {};
  const { age, version } = await readDataVersion(at, dialect);
  for (const table of tablesToBackUp(age, await listTables(at, dialect)))
    tables[table] = await writeTable(at, dialect, table, folder, onMore);
  return { version, migrations: await listMigrations(at), tables, named: await listNamedFiles(at) };
}

async function writeTable(
  at: Reader,
  dialect: Database['dialect'],
  table: string,
  folder: string,
  onMore: (more: Partial<BackupProgress>) => void,
): Promise<Manifest['tables'][string]> {
  const file = writeSummed(join(folder, 'tables', `${table}.ndjson`));
  let columns: string[] | undefined;
  let count = 0;
  try {
    for await (const rows of readTable(at, dialect, table)) {
      const lines = columns ? [] : [JSON.stringify((columns = Object.keys(rows[0] ?? {})))];
      const names = columns ?? [];
      const text = [...lines, ...rows.map((row) => JSON.stringify(packRow(names, row)))].join('\n') + '\n';
      await file.write(text);
      count += rows.length;
      onMore({ rows: rows.length });
    }
    const sum = await file.end();
    onMore({ bytes: sum.bytes });
    return { rows: count, ...sum };
  } finally {
    file.destroy();
  }
}

function sumOfBytes(tables: Manifest['tables']): number {
  return Object.values(tables).reduce((bytes, table) => bytes + table.bytes, 0);
}
