import type { Reader } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { readTrashContent } from '../domain/trash.ts';

/** Its smaller copies lie in the same folder. */
export type NamedFile = Pick<FileRow, 'path' | 'name' | 'size' | 'content_type'>;

/** By folder; what is in the trash included. */
export async function listNamedFiles({ query }: Reader): Promise<Map<string, NamedFile>> {
  const listed = await query.selectFrom('files').select(['path', 'name', 'size', 'content_type']).execute();
  const named = new Map<string, NamedFile>(listed.map((file) => [file.path, file]));
  const trashed = await query.selectFrom('trash').select('content').execute();
  for (const removed of trashed) {
    for (const { path, name, size, content_type } of readTrashContent(removed)?.files ?? []) {
      if (!named.has(path)) named.set(path, { path, name, size, content_type });
    }
  }
  return named;
}
