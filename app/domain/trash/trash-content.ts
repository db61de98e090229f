import type { Tables } from '../../db/tables.ts';

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

/** What is kept in the trash is erased after this many milliseconds: 30 days (readings.md 4). */
export const TRASH_KEPT_MS = 30 * 86_400_000;
