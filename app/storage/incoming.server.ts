import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Rejected } from '../domain/errors.ts';
import { StorageFull, StorageUnavailable } from './storage.server.ts';

const ABANDONED_AFTER_MS = 30 * 60_000;
const LOOK_EVERY_MS = 15 * 60_000;

interface IncomingFile {
  /** On disk when handed to `keep`; nothing stays behind. */
  receive: <T>(
    content: Uint8Array | Readable,
    size: number | undefined,
    keep: (file: string, size: number) => Promise<T>,
  ) => Promise<T>;
}

export async function openIncoming(folder: string): Promise<IncomingFile> {
  await mkdir(folder, { recursive: true }).catch(systemFailure);
  await removeAbandonedFiles(folder);
  setInterval(() => {
    removeAbandonedFiles(folder).catch((error: unknown) =>
      console.error('What a crash left behind cannot be removed:', error),
    );
  }, LOOK_EVERY_MS).unref();
  return {
    async receive(content, size, keep) {
      const file = join(folder, randomUUID());
      try {
        await write(folder, file, content);
        const arrived = (await stat(file)).size;
        checkSize(arrived, size);
        return await keep(file, arrived);
      } catch (error) {
        // Content that has failed says so itself; where the disk did, it was told to stop, which is no fault of its own.
        if (content instanceof Readable && content.errored === error) throw error;
        return systemFailure(error);
      } finally {
        await rm(file, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** @throws Rejected if `size` bytes were announced and another number came. */
export function checkSize(arrived: number, size: number | undefined): void {
  if (size === undefined || size === arrived) return;
  throw new Rejected(`The file did not arrive whole: ${arrived} of ${size} bytes`);
}

async function write(folder: string, file: string, content: Uint8Array | Readable): Promise<void> {
  // Not recursive: a storage that is gone, for example unmounted, is not begun anew somewhere else.
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await writeFile(file, content, { flag: 'wx', flush: true });
}

/** `now` in epoch milliseconds. */
export async function removeAbandonedFiles(folder: string, now = Date.now()): Promise<void> {
  const before = now - ABANDONED_AFTER_MS;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(file, { force: true, recursive: true }).catch(() => undefined);
  }
}

/** @throws StorageUnavailable or StorageFull where the operating system refused a file operation, else `error`. */
export function systemFailure(error: unknown): never {
  if (!(error instanceof Error) || !('syscall' in error)) throw error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull('No room is left for files', { cause: error });
  throw new StorageUnavailable(`The folder for files cannot be used: ${code}`, { cause: error });
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export const INCOMING = '.incoming';

/** Below the root, and possible in a folder and a bucket. @throws Rejected */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  const plain = parts.every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= 255);
  const short = Buffer.byteLength(path) <= 1000;
  if (plain && short && parts[0] !== INCOMING && path.isWellFormed() && !/\p{Cc}/u.test(path)) return path;
  throw new Rejected(`A file cannot be stored under the name ${JSON.stringify(path.slice(0, 200))}`);
}
