import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';

export class LeadsOutside extends Error {
  override name = 'LeadsOutside';
}

export interface InsideFile {
  path: string;
  handle: FileHandle;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The file is gone meanwhile, or is now a link or a socket. */
const NO_FILE = ['ENOENT', 'ELOOP', 'ENXIO'];

/** The caller closes the file. @throws LeadsOutside if the path, or a link on its way, leads out of the folder. */
export async function openInside(folder: string, path: string): Promise<InsideFile | undefined> {
  refuseOutside(folder, join(folder, path), path);
  const real = await realpath(join(folder, path)).catch(() => undefined);
  if (real === undefined) return undefined;
  refuseOutside(await realpath(folder), real, path);
  // Otherwise opening would wait for a pipe, and follow a link that has just replaced the file.
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (NO_FILE.includes(error.code ?? '')) return undefined;
    throw error;
  });
  if (!handle) return undefined;
  if ((await handle.stat()).isFile()) return { path: real, handle };
  await handle.close();
  return undefined;
}

function refuseOutside(folder: string, found: string, path: string): void {
  const way = relative(folder, found);
  if (way.split('/')[0] !== '..' && !isAbsolute(way)) return;
  throw new LeadsOutside(`${path} leads out of the folder ${folder}`);
}
