import type { Tables, TrashRow } from '../../db/tables.ts';
import { readStored } from '../stored-json.ts';

/** The tables whose rows a removal may take along, in the order in which they are put back. */
export const TRASHED_TABLES = [
  'events',
  'execs',
  'food',
  'dsc',
  'forms',
  'form_labels',
  'former_forms',
  'entries',
  'files',
] as const;

export type TrashedTable = (typeof TRASHED_TABLES)[number];

/** What went with one removal: rows by table. */
export type TrashContent = { [Table in TrashedTable]?: Tables[Table][] };

/** What a row of the trash holds; undefined where that cannot be read. */
export function readTrashContent({ content }: Pick<TrashRow, 'content'>): TrashContent | undefined {
  const read = readStored<TrashContent | null>(content, null);
  return read && TRASHED_TABLES.every((table) => areRows(read[table] ?? [])) ? read : undefined;
}

function areRows(rows: unknown): boolean {
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);
}

/** What is kept in the trash is erased after this many milliseconds: 30 days. */
export const TRASH_KEPT_MS = 30 * 86_400_000;
