import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config/start-error.ts';

/** Without a reference, the next garbage collection would release a lock. */
const held = new Set<DatabaseSync>();
const SQLITE_BUSY = 5;
const LOCK = 'site.lock';

/** True if a site is using the folder. */
export function isLocked(dataDir: string): boolean {
  const lock = takeLock(join(dataDir, LOCK));
  lock?.close();
  return lock === undefined;
}

/** undefined if another process holds it. The lock ends with its process, however that ends. */
export function takeLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** The lock ends with its process, however that ends. @throws StartError if it is held, or if the folder cannot be used. */
export function lockFolder(dataDir: string): { release: () => void } {
  let lock: DatabaseSync | undefined;
  try {
    // The folder holds everyone's answers, so no other user of the machine may look into it.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = takeLock(join(dataDir, LOCK));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The folder ${dataDir} cannot be used: ${reason} (DATA_DIR)`);
  }
  if (!lock) throw new StartError(`A site is running on ${dataDir} already`);
  const taken = lock;
  held.add(taken);
  return {
    release() {
      if (held.delete(taken)) taken.close();
    },
  };
}
