import type { Writer } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import { holdFiles } from './hold-files.ts';
import { guidOf, type StoredFile } from './stored-file.ts';
import { findUsedFiles } from './file-uses.ts';

/** Call it once a record no longer names `files`. The caller erases what the rows given back hold, or trashes it. */
export async function unlistFiles(tx: Writer, files: StoredFile[]): Promise<FileRow[]> {
  const guids = [...new Set(files.flatMap((file) => guidOf(file) ?? []))];
  // First: whoever is about to save one of them in a record has then done so.
  await holdFiles(tx, guids);
  const used = await findUsedFiles(tx, guids);
  const unused = guids.filter((guid) => !used.has(guid));
  if (unused.length === 0) return [];
  return tx.query.deleteFrom('files').where('guid', 'in', unused).returningAll().execute();
}

/** `dueAt` in epoch milliseconds. */
export async function queueErasure(tx: Writer, rows: Pick<FileRow, 'path'>[], dueAt: number): Promise<void> {
  if (rows.length === 0) return;
  const deletions = rows.map(({ path }) => ({ path, due_at: dueAt }));
  await tx.query
    .insertInto('file_deletions')
    .values(deletions)
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
}

export async function releaseFiles(tx: Writer, before: StoredFile[], after: StoredFile[]): Promise<void> {
  const kept = new Set(after.map(({ url }) => url));
  const dropped = before.filter(({ url }) => !kept.has(url));
  await queueErasure(tx, await unlistFiles(tx, dropped), Date.now());
}
