import type { Reader } from '../../db/db.server.ts';
import type { DscRow } from '../../db/tables.ts';
import { readStored } from '../stored-json.ts';
import type { StoredFile } from '../uploads/stored-file.ts';

/** A content card of the club's 'DSC' page (product.md 3). `text` is HTML as it was written: sanitize it to show it. */
export interface DscCard {
  key: string;
  title: string;
  text: string;
  img: StoredFile | null;
  imgAlt: string;
  position: number;
  version: number;
}

/** A row as a card; without a position it comes first. */
export function toDscCard(row: DscRow): DscCard {
  return {
    key: row.key,
    title: row.title ?? '',
    text: row.text ?? '',
    img: readStored<StoredFile | null>(row.img, null),
    imgAlt: row.img_alt ?? '',
    position: row.position ?? 0,
    version: row.version,
  };
}

/** The cards in the order of their position. */
export async function listDscCards(db: Reader): Promise<DscCard[]> {
  return (await listDscRows(db)).map(toDscCard);
}

/** The cards' rows in the order of their position. */
export function listDscRows(db: Reader): Promise<DscRow[]> {
  return db.query
    .selectFrom('dsc')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('position', by.val(0)))
    .orderBy('key')
    .execute();
}
