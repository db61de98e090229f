import type { StoredFile } from './stored-file.ts';

export interface FileRecord {
  path: string | null;
  name: string;
  url: string;
}

/** product.md 3 */
export function fileRecord({ path, name, url }: StoredFile): FileRecord {
  return { path: path ?? null, name, url };
}
