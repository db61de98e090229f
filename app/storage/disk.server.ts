import { statfs } from 'node:fs/promises';

/** Less is taken by the next write, or by the one after it. */
const ROOM_BYTES = 1024 * 1024;

/** What this user may still write on the disk of this folder, in bytes; undefined if the system does not say. */
export async function readDisk(folder: string): Promise<{ free: number; total: number } | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
}

/** Whether it has no room left. */
export async function isFull(folder: string): Promise<boolean> {
  const disk = await readDisk(folder);
  return disk !== undefined && disk.free < ROOM_BYTES;
}
