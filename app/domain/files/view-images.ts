import type { Reader } from '../../db/db.server.ts';
import type { ImageView } from './image-view.ts';
import { guidOf, type StoredFile } from './stored-file.ts';

/** Looks up the image of each holder that has one. Files on other hosts are shown from there. */
export async function viewImages<Holder>(
  db: Reader,
  holders: Holder[],
  fileOf: (holder: Holder) => StoredFile | null,
): Promise<Map<Holder, ImageView>> {
  const withFile = holders.flatMap((holder) => {
    const file = fileOf(holder);
    return file?.url ? [{ holder, file }] : [];
  });
  const guids = [...new Set(withFile.flatMap(({ file }) => guidOf(file) ?? []))];
  const rows = guids.length > 0 ? await selectFiles(db, guids) : [];
  const byGuid = new Map(rows.map((row) => [row.guid, row]));
  return new Map(
    withFile.map(({ holder, file }) => {
      const row = byGuid.get(guidOf(file) ?? '');
      return [
        holder,
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
