import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader, Writer } from './db.server.ts';
import { readNote, writeNote } from './notes.ts';

const NOTE = 'last backup';

export function noteBackup(tx: Writer, takenAt: number): Promise<void> {
  return writeNote(tx, NOTE, String(takenAt));
}

/** For data of another version, which only that version may write. */
export async function noteBackupBeside(dataDir: string, takenAt: number): Promise<void> {
  // With Postgres a machine that only takes backups may have none yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(besideIn(dataDir), `${takenAt}\n`);
}

/** When the newest good one was taken; undefined where none was. */
export async function readLastBackup(db: Reader, dataDir: string): Promise<number | undefined> {
  const noted = await Promise.all([readNote(db, NOTE), readFile(besideIn(dataDir), 'utf8').catch(() => undefined)]);
  const moments = noted.flatMap((moment) =>
    moment !== undefined && /^\d{1,15}\n?$/.test(moment) ? [Number(moment)] : [],
  );
  return moments.length > 0 ? Math.max(...moments) : undefined;
}

function besideIn(dataDir: string): string {
  return join(dataDir, 'last-backup');
}
