import { sql } from 'kysely';
import type { Database } from '../db/db.server.ts';
import { listTables } from '../db/data-version.ts';
import { migrations } from '../db/migrations/all.ts';
import { readFileLines } from './check-backup.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { WITH_RECORDS } from './tables.ts';

interface Restored {
  db: Database;
  exists: (path: string) => Promise<boolean>;
}

interface Backup {
  folder: string;
  manifest: Manifest;
}

/** Returns how many records and files are back. @throws BackupError for a table or file that is incomplete. */
export async function compareRestored({ db, exists }: Restored, { folder, manifest }: Backup) {
  let records = 0;
  for (const table of await tablesToCompare(db, manifest)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db.query);
    const [found, wanted] = [Number(rows[0]?.count), manifest.tables[table]?.rows];
    if (found !== wanted)
      throw new BackupError(
        `Not everything came back: the backup has ${wanted} rows of ${table}, and ${found} are there`,
      );
    records += found;
  }
  let files = 0;
  for await (const { path } of readFileLines(folder)) {
    if (!(await exists(path))) throw new BackupError(`Not everything came back: the file ${path} is not there`);
    files++;
  }
  return { records, files };
}

/** The site's own notes: restoring removes the note that somebody was erased shortly before. */
const NOTES = 'app_state';

/** The tables of a backup that have the same number of rows once restored. */
export function countedTables({ tables }: Pick<Manifest, 'tables'>): string[] {
  return Object.keys(tables).filter((table) => table !== NOTES);
}

/** Migrations fill further tables, so only the tables with records of an older backup can be compared. */
async function tablesToCompare(db: Database, manifest: Manifest): Promise<string[]> {
  const isOlder = manifest.migrations.length < Object.keys(migrations).length;
  const known = new Set<string>(isOlder ? WITH_RECORDS : await listTables(db, db.dialect));
  return countedTables(manifest).filter((table) => known.has(table));
}
