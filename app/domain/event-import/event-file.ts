import type { FoundColumns } from '../table-files/columns.ts';
import type { NotRead } from '../table-files/read-table.ts';

/** An event in a file of another program. Times are epoch milliseconds. */
export interface FoundEvent {
  /** The line of its BEGIN:VEVENT in the file, or of its row, where the heading is line 1. */
  line: number;
  /** The id that the file gives it, and for a repeat also when; null if the file gives none. */
  id: string | null;
  title: string;
  start: number;
  end: number | null;
  location: string;
  description: string;
  url: string;
  cancelled: boolean;
  /** Its end is a time without a day, earlier than the start, so it is read as one on the day after. */
  endsDayAfter?: true;
  /** What the file has no column for: it says nothing of that, so an event that is known keeps its own. */
  unsaid?: readonly Unsaid[];
}

export type Unsaid = 'end' | 'location' | 'description' | 'url' | 'cancelled';

export interface EventFile {
  events: FoundEvent[];
  notRead: NotRead[];
  /** null for a calendar, whose fields have names. */
  columns: FoundColumns | null;
  asksColumns: boolean;
  asksOrder: boolean;
}

export const MOST_IMPORTED = 2000;
export const MOST_FILE_BYTES = 5_000_000;
/** A request with such a file, whose line ends and quotation marks JSON escapes, and with what an officer leaves out. */
export const MOST_SENT_BYTES = 7_500_000;
