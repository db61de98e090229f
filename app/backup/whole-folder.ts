import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from './manifest.ts';

interface Purpose {
  what: 'backup' | 'archive';
  /** A file that only a finished folder has at its top. */
  mark: string;
}

/**
 * The folder is called {folder}.unfinished until all is on disk. If `write` fails, nothing is left behind. An empty folder of
 * that name is replaced.
 * @throws BackupError if the folder is taken or cannot be made
 */
export async function writeWholeFolder<T>(
  folder: string,
  purpose: Purpose,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  await refuseTaken(folder, purpose);
  const unfinished = await begin(folder, purpose);
  try {
    const written = await write(unfinished);
    await syncBelow(unfinished);
    await refuseTaken(folder, purpose);
    await rename(unfinished, folder);
    await sync(dirname(folder));
    return written;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function refuseTaken(folder: string, { what, mark }: Purpose): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    const why = error.code === 'ENOTDIR' ? 'it is a file, or would lie in one. Name a folder' : error.code;
    throw new BackupError(`${folder} cannot become ${aOf(what)}: ${why}`);
  });
  if (names.length === 0) return;
  const found = names.includes(mark) ? `holds ${aOf(what)} already` : 'is not empty';
  throw new BackupError(`${folder} ${found}, and nothing was written: name a folder that is not there yet`);
}

async function begin(folder: string, { what }: Purpose): Promise<string> {
  const unfinished = `${folder}.unfinished`;
  await mkdir(dirname(unfinished), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${dirname(unfinished)} cannot be made: ${error.code}. Name a folder that can be written to`);
  });
  await mkdir(unfinished, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new BackupError(`${folder} cannot be made: ${error.code}. Name a folder that can be written to`);
    throw new BackupError(
      `${unfinished} is there: another ${what} is being written, or one was cut off. Delete it, or name another folder`,
    );
  });
  return unfinished;
}

function aOf(what: Purpose['what']): string {
  return what === 'archive' ? 'an archive' : 'a backup';
}

/** Once the folder has its final name, it must be complete even after a power cut. */
async function syncBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) await sync(join(entry.parentPath, entry.name));
  }
  await sync(folder);
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
