import type { Reader, Writer } from './db.server.ts';
import { readNote, writeNote } from './notes.ts';

const NOTE = 'last backup';

export function noteBackup(tx: Writer, takenAt: number): Promise<void> {
  return writeNote(tx, NOTE, String(takenAt));
}

/** When the newest good one was taken; undefined where none was. */
export async function readLastBackup(db: Reader): Promise<number | undefined> {
  const noted = await readNote(db, NOTE);
  return noted === undefined ? undefined : Number(noted);
}
