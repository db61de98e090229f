import type { FoundColumns } from '../table-files/columns.ts';
import type { NotRead } from '../table-files/read-table.ts';

/** An event as a file of another program has it. Times are epoch milliseconds. */
export interface FoundEvent {
  /** In the file: of its BEGIN:VEVENT, or of its row, the heading being 1. */
  line: number;
  /** By which the file knows it, of a repeat also when; null where it knows none. */
  id: string | null;
  title: string;
  start: number;
  end: number | null;
  location: string;
  description: string;
  url: string;
  cancelled: boolean;
  /** Its end is a time without a day, before the start: it is read as that of the day after. */
  endsDayAfter?: true;
}

/** What was found in a file. */
export interface EventFile {
  events: FoundEvent[];
  notRead: NotRead[];
  /** null for a calendar, whose fields have names. */
  columns: FoundColumns | null;
  asksColumns: boolean;
  asksOrder: boolean;
}

export const MOST_EVENTS = 2000;
export const MOST_FILE_BYTES = 5_000_000;
