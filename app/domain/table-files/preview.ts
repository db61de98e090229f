import type { FoundColumns } from './columns.ts';
import type { NotRead } from './read-table.ts';

/** What an import of a table would do. */
export interface ImportPreview {
  added: number;
  changed: number;
  unchanged: number;
  notRead: number;
  /**
   * The first changes that the import would make. If they have an `id`, all changes are here, and each can be left out.
   */
  changes: { id?: string; line: number; name: string; what: string }[];
  /** The first lines that cannot be read. */
  problems: NotRead[];
  /** null for a file whose fields have names, such as a calendar file. */
  columns: FoundColumns | null;
  /** Somebody first has to say which column is which. */
  asksColumns: boolean;
  /** Dates such as 08/09/2026 can mean two days, so somebody has to say which is meant. */
  asksOrder: boolean;
}
