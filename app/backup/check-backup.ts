import { stat } from 'node:fs/promises';
import { LeadsOutside, openInside } from '../transfer/inside-folder.ts';
import { BackupError, FILE_LIST, readManifest, storedFileSchema, type FileLine, type Manifest } from './manifest.ts';
import { mapConcurrent } from './map-concurrent.ts';
import { readLines, sumOf, type Sum } from './ndjson.ts';
import { progressOf, type BackupProgress } from './take-backup.ts';

const AT_ONCE = 4;

/** Compares every byte with its noted sum. @throws BackupError naming the first missing or damaged file. */
export async function checkBackup(folder: string, onProgress?: (progress: BackupProgress) => void): Promise<Manifest> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new BackupError(`There is no folder ${folder}`);
  const manifest = await readManifest(folder);
  const { onMore } = progressOf(onProgress);
  const check = async (name: string, wanted: Sum) => {
    await compare(folder, name, wanted);
    onMore({ bytes: wanted.bytes });
  };
  for (const [table, { rows, ...sum }] of Object.entries(manifest.tables)) {
    await check(tableFile(table), sum);
    onMore({ rows });
  }
  const list = await sumOf(readBackedUp(folder, FILE_LIST));
  if (list.sha256 !== manifest.files.sha256) throw damaged(folder, FILE_LIST);
  await mapConcurrent(readFileLines(folder), AT_ONCE, async ({ path, size, sha256 }) => {
    await check(`files/${path}`, { bytes: size, sha256 });
    onMore({ files: 1 });
  });
  return manifest;
}

export function tableFile(table: string): string {
  return `tables/${table}.ndjson`;
}

export async function* readFileLines(folder: string): AsyncGenerator<FileLine> {
  for await (const line of readLines(readBackedUp(folder, FILE_LIST))) yield storedFileSchema.parse(line);
}

/** @throws BackupError if the file is missing, or is a link that leads out of the folder. */
export async function* readBackedUp(folder: string, name: string): AsyncGenerator<Uint8Array> {
  const file = await openInside(folder, name).catch((error: NodeJS.ErrnoException) => {
    throw unusable(folder, name, error instanceof LeadsOutside ? 'leads out of it' : `cannot be read: ${error.code}`);
  });
  if (!file) throw unusable(folder, name, 'is missing');
  yield* file.handle.createReadStream();
}

async function compare(folder: string, name: string, wanted: Sum): Promise<void> {
  const { bytes, sha256 } = await sumOf(readBackedUp(folder, name));
  if (bytes !== wanted.bytes || sha256 !== wanted.sha256) throw damaged(folder, name);
}

function unusable(folder: string, name: string, why: string): BackupError {
  return new BackupError(`The backup in ${folder} is damaged, and nothing was changed: ${name} ${why}`);
}

function damaged(folder: string, name: string): BackupError {
  return unusable(folder, name, 'is not as it was when the backup was taken');
}
