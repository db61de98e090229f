import { statfs } from 'node:fs/promises';

/** Less is taken by the next write, or by the one after it. */
const ROOM_BYTES = 1024 * 1024;

/** Whether the disk of this folder has no room left for this user. */
export async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < ROOM_BYTES;
}
