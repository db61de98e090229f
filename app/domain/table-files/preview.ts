import type { FoundColumns } from './columns.ts';
import type { NotRead } from './read-table.ts';

/** What an import of a table would do. */
export interface ImportPreview {
  added: number;
  changed: number;
  unchanged: number;
  notRead: number;
  /** What would be done, the first of it; with an `id` each of it, which may be left out. */
  changes: { id?: string; line: number; name: string; what: string }[];
  /** What is not read, the first of it. */
  problems: NotRead[];
  /** null for a file whose fields have names. */
  columns: FoundColumns | null;
  /** Before anything else somebody has to say which column is which. */
  asksColumns: boolean;
  /** Dates such as 08/09/2026 may be either: it has to be asked which. */
  asksOrder: boolean;
}
