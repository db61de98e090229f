import type { Reader } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import { Rejected } from '../errors.ts';
import type { FileInput } from './file-input.ts';
import { holdFiles } from './hold-files.ts';
import { fileUrl, guidOf, type StoredFile } from './stored-file.ts';

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
  const kept = new Map(had.map((file) => [identity(file), file]));
  const guids = files.filter((file) => !kept.has(identity(file))).map((file) => guidNamed(file) ?? '');
  const byGuid = new Map((await holdFiles(db, guids)).map((row) => [row.guid, row]));
  return files.map((file) => {
    const unchanged = kept.get(identity(file));
    if (unchanged) return unchanged;
    const row = byGuid.get(guidNamed(file) ?? '');
    if (!row) throw refused(field, `‘${file.name}’ is not stored here any more. Please upload it again.`);
    if (imagesOnly && row.width === null) throw refused(field, `‘${file.name}’ is not an image that can be shown.`);
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

function refused(field: string, message: string): Rejected {
  return new Rejected(message, { [field]: message });
}
