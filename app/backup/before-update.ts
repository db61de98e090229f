import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartError } from '../config/start-error.ts';
import { VERSION } from '../config/version.ts';
import type { DataVersion } from '../db/data-version.ts';
import type { Database } from '../db/db.server.ts';
import { sizeOf } from '../db/open-database.server.ts';
import { holdErasures } from '../domain/uploads/erase-files.ts';
import { pruneBackups } from './prune-backups.ts';
import type { FileSource } from './stored-files.ts';
import { copyBefore } from './take-backup.ts';

const KEPT = 3;
const MEGABYTE = 1024 * 1024;

/** In DATA_DIR: the data as earlier versions left it, and what was written in a version that was given up. */
export const BEFORE_UPDATES = 'before-updates';

interface Place {
  dataDir: string;
  /** Undefined if the files are in a bucket. */
  source: FileSource | undefined;
  now?: Date;
  freeIn?: (folder: string) => Promise<number>;
  /** True if a site is using the data meanwhile; it erases nothing until the copy is done. */
  isServed?: boolean;
  log?: (line: string) => void;
}

/**
 * Keeps the data as the previous version left it, as a backup that that version can restore. A start calls it under the
 * migrations' lock. @throws StartError if there is no room for it.
 */
export async function keepBeforeUpdate(
  db: Database,
  { version }: DataVersion,
  { dataDir, source, now = new Date(), freeIn = freeBytes, isServed = false, log = console.log }: Place,
): Promise<string> {
  const folder = join(dataDir, BEFORE_UPDATES);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  requireRoom(folder, await sizeOf(db), await freeIn(folder));
  // A killed start may have left one behind.
  for (const name of await readdir(folder))
    if (name.endsWith('.unfinished')) await rm(join(folder, name), { recursive: true });
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '');
  const copy = join(folder, version === undefined ? moment : `${moment}-${version}`);
  const take = () => copyBefore(db, source, copy, { now });
  await (isServed ? holdErasures(db, take) : take());
  await pruneBackups(folder, KEPT, basename(copy));
  // The first line of a start has to name its version, and this may be the first.
  log(`Clubroom ${VERSION} keeps the data from before this update in ${copy}`);
  return copy;
}

function requireRoom(folder: string, wanted: number, free: number): void {
  if (free > wanted) return;
  const sized = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;
  throw new StartError(
    `There is no room for a copy of the data from before this update: it takes about ${sized(wanted)}, and ${sized(free)} are free in ${folder}. Nothing was changed: make room, and start again.`,
  );
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
