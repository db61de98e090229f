import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader, Writer } from './db.server.ts';
import { readNote, writeNote } from './notes.ts';

const NOTE = 'last backup';
/** The digests of the newest backups, one per line. */
const DIGESTS = 'backup digests';
const LOST = 'lost files';
/** How long a practised restore can be reported. */
const REMEMBERED_MS = 60 * 24 * 60 * 60_000;
const MOST_REMEMBERED = 200;
const MOST_LOST = 100;

interface NotedBackup {
  takenAt: number;
  /** SHA-256 of its manifest. */
  digest: string;
}

export async function noteBackup(
  tx: Writer,
  { takenAt, digest, lost }: NotedBackup & { lost: string[] },
): Promise<void> {
  await writeNote(tx, NOTE, String(takenAt));
  await writeNote(tx, LOST, lost.slice(0, MOST_LOST).join('\n'));
  const known = await listNotedBackups(tx, takenAt);
  const lines = [{ takenAt, digest }, ...known].slice(0, MOST_REMEMBERED).map((one) => `${one.takenAt} ${one.digest}`);
  await writeNote(tx, DIGESTS, lines.join('\n'));
}

/** The backups of the last 60 days, newest first. */
export async function listNotedBackups(db: Reader, now = Date.now()): Promise<NotedBackup[]> {
  const noted = (await readNote(db, DIGESTS)) ?? '';
  return [...noted.matchAll(/^(\d{1,15}) ([0-9a-f]{64})$/gm)]
    .map(([, takenAt, digest = '']) => ({ takenAt: Number(takenAt), digest }))
    .filter(({ takenAt }) => takenAt > now - REMEMBERED_MS);
}

/** Sentences about files that the site had lost before its newest good backup. */
export async function listLostFiles(db: Reader): Promise<string[]> {
  const noted = (await readNote(db, LOST)) ?? '';
  return noted === '' ? [] : noted.split('\n');
}

/** Notes it in a file beside the data, because only the other version may write that. */
export async function noteBackupBeside(dataDir: string, takenAt: number): Promise<void> {
  // With Postgres, a machine that only takes backups may not have the folder yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(besideIn(dataDir), `${takenAt}\n`);
}

/** When the newest good backup was taken; undefined if there is none. */
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
