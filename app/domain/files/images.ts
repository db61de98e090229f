import type { Reader } from '../../db/db.server.ts';
import type { ImageView } from './image-view.ts';
import { guidOf, type StoredFile } from './stored-file.ts';

/** Files on other hosts are shown from there. */
export async function viewImages(db: Reader, files: StoredFile[]): Promise<Map<StoredFile, ImageView>> {
  const guids = [...new Set(files.flatMap((file) => guidOf(file) ?? []))];
  const rows = guids.length > 0 ? await selectFiles(db, guids) : [];
  const byGuid = new Map(rows.map((row) => [row.guid, row]));
  return new Map(
    files.map((file) => {
      const row = byGuid.get(guidOf(file) ?? '');
      return [
        file,
        {
          src: file.url,
          width: row?.width ?? null,
          height: row?.height ?? null,
          blur: row?.blur ?? null,
          variants: row?.width ? `/files/${row.path}` : null,
        },
      ];
    }),
  );
}

function selectFiles(db: Reader, guids: string[]) {
  return db.query
    .selectFrom('files')
    .select(['guid', 'path', 'width', 'height', 'blur'])
    .where('guid', 'in', guids)
    .execute();
}
