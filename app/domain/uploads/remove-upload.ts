import type { Database } from '../../db/db.server.ts';
import { NotFound } from '../errors.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { can } from '../roles.ts';
import { areErasuresHeld } from './erase-files.ts';
import { holdFiles, fileUrl } from '../files/stored-file.ts';
import { StillUsed } from './check-upload.ts';
import { queueErasure, unlistFiles } from '../file-uses/link-files.ts';

/**
 * Removes a file that no record names (product.md 2, Uploads). One that a text has dropped is kept for anyone who wants
 * it back: only people who may change texts remove it earlier.
 * @throws NotAllowed, NotFound; StillUsed if a record names it, or it is kept.
 */
export async function removeUpload(
  db: Database,
  actor: Actor | null,
  eraseFolder: (path: string) => Promise<void>,
  guid: string,
): Promise<void> {
  requireCapability(actor, 'upload files');
  const path = await db.write(async (tx) => {
    const [file] = await holdFiles(tx, [guid.toLowerCase()]);
    if (!file) throw new NotFound('There is no such file.');
    if (file.unused_since !== null && !can(actor.role, 'change content'))
      throw new StillUsed(`‘${file.name}’ was in use, and is kept for a while.`);
    const unlisted = await unlistFiles(tx, [{ name: file.name, url: fileUrl(file.path, file.name) }]);
    if (unlisted.length === 0) throw new StillUsed(`‘${file.name}’ is in use.`);
    await queueErasure(tx, unlisted, Date.now());
    return file.path;
  });
  if (await areErasuresHeld(db)) return;
  await erase(db, eraseFolder, path).catch((error: unknown) => console.error('A file will be erased later:', error));
}

export async function erase(db: Database, eraseFolder: (path: string) => Promise<void>, path: string): Promise<void> {
  await eraseFolder(path);
  await db.write(({ query }) => query.deleteFrom('file_deletions').where('path', '=', path).execute());
}
