import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A run of the tests, or of the long ones, holds less at a time. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Where tests make their folders for temporary files. A commit of the embedded database waits up to ten milliseconds for
 * a small machine's disk, and not at all where memory holds the file.
 */
export function folderForTests() {
  return hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();
}

/** False where memory has too little room, or no program may be started. */
function hasRoom(folder) {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const [, , kind, options = ''] = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ') ?? [];
    if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false;
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
  } catch {
    return false;
  }
}
