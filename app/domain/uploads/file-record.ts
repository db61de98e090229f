import type { StoredFile } from './stored-file.ts';

/** A file as programs read it; `path` is null for a file that this site does not store. */
export interface FileRecord {
  path: string | null;
  name: string;
  url: string;
}

/** A file as the lists for programs show it: path, name and url (product.md 3). */
export function fileRecord({ path, name, url }: StoredFile): FileRecord {
  return { path: path ?? null, name, url };
}
