import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, takenAtOf } from './manifest.ts';

/**
 * Removes all backups in `folder` but the `newest`; a folder without a manifest is no backup and stays. The one just `taken`
 * stays whatever its date: a clock that ran ahead may have dated older ones later.
 */
export async function pruneBackups(folder: string, newest: number, taken?: string): Promise<void> {
  const backups: { name: string; takenAt: string }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const takenAt = entry.isDirectory() ? await takenAtOf(join(folder, entry.name)) : undefined;
    if (takenAt !== undefined) backups.push({ name: entry.name, takenAt });
  }
  const isTaken = ({ name }: { name: string }) => name === taken;
  const sorted = backups.toSorted(
    (a, b) => Number(isTaken(b)) - Number(isTaken(a)) || (a.takenAt < b.takenAt ? 1 : -1),
  );
  for (const { name } of sorted.slice(newest)) {
    // The manifest goes first, so that a half-removed backup does not look complete.
    await rm(join(folder, name, MANIFEST));
    await rm(join(folder, name), { recursive: true });
  }
}
