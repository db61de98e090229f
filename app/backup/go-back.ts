import { basename, join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { listMigrations, noteVersion, readDataVersion, unknownMigration } from '../db/data-version.ts';
import type { Database } from '../db/db.server.ts';
import { withAdvisoryLock } from '../db/migrate.ts';
import { readNote, writeNote } from '../db/notes.ts';
import { checkBackup } from './check-backup.ts';
import { pruneBackups } from './prune-backups.ts';
import { restoreBackup, type FileTarget } from './restore-backup.ts';
import type { FileSource } from './stored-files.ts';
import { copyBefore } from './take-backup.ts';

/** An update that was undone, and what this version's start has to do about it before it serves. */
export interface Back {
  /** The data from before the update; undefined if the update changed nothing in it. */
  copy: string | undefined;
  /** True to put the copy back even if this version could use the data as it is. */
  evenIfSame: boolean;
  /** Tables and views that the later version may have made. */
  relations: string[];
}

/** What was written in a version that was given up. */
export const GIVEN_UP = 'given-up';
const KEPT = 3;
const NOTE = 'went back to';

/** Thrown if another copy of the site has gone back meanwhile. */
class IsBack extends Error {
  override name = 'IsBack';
}

interface Place {
  dataDir: string;
  storage: FileTarget;
  /** Undefined if the files are in a bucket. */
  source: FileSource | undefined;
  now?: Date;
}

/** Goes back once for each copy, and keeps what is given up as a backup. What is written afterwards stays. */
export async function goBack(
  db: Database,
  { copy, evenIfSame, relations }: Back,
  { dataDir, storage, source, now = new Date() }: Place,
): Promise<void> {
  const { age, version } = await db.snapshot((at) => readDataVersion(at, db.dialect));
  if (age === 'none' || (age !== 'newer' && !evenIfSame)) return;
  const ran = await db.snapshot(listMigrations);
  // The update changed nothing but a number, so what was written since stays.
  if (!evenIfSame && unknownMigration(ran) === undefined) return db.write(noteVersion);
  if (copy === undefined) return;
  const name = basename(copy);
  if ((await readNote(db, NOTE)) === name) return;
  const manifest = await checkBackup(copy);
  const folder = join(dataDir, GIVEN_UP);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = `${now.toISOString().slice(0, 19).replaceAll(':', '')}-${version}`;
  await copyBefore(db, source, join(folder, kept), { now });
  await pruneBackups(folder, KEPT, kept);
  await restoreBackup(
    db,
    storage,
    { folder: copy, manifest },
    {
      replace: true,
      obsolete: relations,
      begin: (tx) =>
        withAdvisoryLock(tx, db.dialect, async () => {
          if ((await readNote(tx, NOTE)) === name) throw new IsBack();
        }),
      finish: (tx) => writeNote(tx, NOTE, name),
    },
  ).catch((error: unknown) => {
    if (!(error instanceof IsBack)) throw error;
  });
  console.log(`The data from before the update is back; what was written since is in ${join(folder, kept)}`);
}
