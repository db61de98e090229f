import type { Reader, Writer } from './db.server.ts';
import { holdNote, readNote } from './notes.ts';

const NOTE = 'first start';

/** Data from before this note counts from the first start of a version that writes it. */
export async function noteFirstStart(tx: Writer, now: number): Promise<void> {
  await holdNote(tx, NOTE, String(now));
}

export async function readFirstStart(db: Reader): Promise<number | undefined> {
  const noted = await readNote(db, NOTE);
  return noted === undefined ? undefined : Number(noted);
}
