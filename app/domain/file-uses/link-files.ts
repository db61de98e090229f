import type { Reader, Writer } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import { Rejected } from '../errors.ts';
import type { FileInput } from '../files/file-input.ts';
import { holdFiles, fileUrl, guidOf, type StoredFile } from '../files/stored-file.ts';
import { findUsedFiles } from './file-uses.ts';

interface LinkOptions {
  field: string;
  /** These stay as they are, files on other hosts included. */
  had: StoredFile[];
  imagesOnly?: boolean;
}

/**
 * A new file's path, name and address come from the table of stored files, never from the form.
 * @throws Rejected for a file that was not uploaded, or is gone.
 */
export async function linkFiles(
  db: Reader,
  files: FileInput[],
  { field, had, imagesOnly = false }: LinkOptions,
): Promise<StoredFile[]> {
  const unchanged = new Map(had.map((file) => [identity(file), file]));
  const guids = files.filter((file) => !unchanged.has(identity(file))).map((file) => guidNamed(file) ?? '');
  const byGuid = new Map((await holdFiles(db, guids)).map((row) => [row.guid, row]));
  return files.map((file) => {
    const same = unchanged.get(identity(file));
    if (same) return same;
    const row = byGuid.get(guidNamed(file) ?? '');
    if (!row) throw refusal(field, `‘${file.name}’ is not stored here any more. Please upload it again.`);
    if (imagesOnly && row.width === null) throw refusal(field, `‘${file.name}’ is not an image that can be shown.`);
    return storedFile(row);
  });
}

/** product.md 3 */
export function storedFile({ path, name, guid, created_at }: FileRow): StoredFile {
  return { path, name, url: fileUrl(path, name), creationDate: new Date(created_at).toISOString(), guid };
}

function identity({ url, name }: Pick<StoredFile, 'url' | 'name'>): string {
  return JSON.stringify([url, name]);
}

function guidNamed(file: FileInput): string | undefined {
  return file.guid?.toLowerCase() ?? guidOf(file);
}

function refusal(field: string, message: string): Rejected {
  return new Rejected(message, { [field]: message });
}

/**
 * Call it once a record no longer names `files`. The caller erases the files of the returned rows, or puts them in the
 * trash.
 */
export async function unlistFiles(tx: Writer, files: StoredFile[]): Promise<FileRow[]> {
  const guids = [...new Set(files.flatMap((file) => guidOf(file) ?? []))];
  // The files are locked first, so that anyone who is about to save one of them in a record has then done so.
  await holdFiles(tx, guids);
  const used = await findUsedFiles(tx, guids);
  const unused = guids.filter((guid) => !used.has(guid));
  if (unused.length === 0) return [];
  return tx.query.deleteFrom('files').where('guid', 'in', unused).returningAll().execute();
}

/** `dueAt` is in epoch milliseconds. */
export async function queueErasure(tx: Writer, rows: Pick<FileRow, 'path'>[], dueAt: number): Promise<void> {
  if (rows.length === 0) return;
  const deletions = rows.map(({ path }) => ({ path, due_at: dueAt }));
  await tx.query
    .insertInto('file_deletions')
    .values(deletions)
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
}

/**
 * The files that a record no longer names once it is saved. Those that a text has dropped before are not among them:
 * they are kept for anyone who wants them back. Call it before the uses are noted.
 */
export async function listRemovedFiles(
  { query }: Reader,
  before: StoredFile[],
  after: StoredFile[],
): Promise<StoredFile[]> {
  const named = new Set(after.map(({ url }) => url));
  const removed = before.filter(({ url }) => !named.has(url));
  const guids = removed.flatMap((file) => guidOf(file) ?? []);
  if (guids.length === 0) return [];
  const kept = await query
    .selectFrom('files')
    .select('guid')
    .where('guid', 'in', guids)
    .where('unused_since', 'is not', null)
    .execute();
  return removed.filter((file) => !kept.some(({ guid }) => guid === guidOf(file)));
}

/** An officer took these out on purpose, so they are erased at once. */
export async function eraseRemovedFiles(tx: Writer, removed: StoredFile[]): Promise<void> {
  await queueErasure(tx, await unlistFiles(tx, removed), Date.now());
}
