import type { Writer } from '../db/db.server.ts';
import type { MailingClub } from '../domain/mail/mail.ts';
import type { Refuse } from './fields.ts';
import type { Change, Topic } from '../domain/topics.ts';

export type RowColumns = Record<string, string | number | null>;

export interface IncomingRecord {
  /** An entry's form, or the name of an unknown collection; otherwise empty. */
  parent: string;
  key: string;
  value: unknown;
  path: string;
  /** Epoch milliseconds. */
  now: number;
  /** The club's, asked for only where an amount is read. */
  currency: () => Promise<string>;
  /** For a part that is left out while the rest of the record goes in. */
  refuse: Refuse;
}

export interface ImportMoment {
  /** Epoch milliseconds. */
  now: number;
  /** Asked for only where it matters. */
  club?: (() => Promise<MailingClub>) | undefined;
}

/** How a record becomes a row, and a row a record (product.md 3). */
export interface Collection<Row extends RowColumns> {
  table: string;
  /** There is one record, which stands under the collection's name itself: its key. */
  only?: string;
  /** In the order of the export. */
  keys: string[];
  topic: Topic | null;
  /** The topic and key that are notified for a row, where they are not its own; `before` is the row that it takes the place of. */
  changeOf?(row: Row, before?: Row): Change;
  /** Notifies of rows that were written or removed, where it takes the database to know whom they concern. */
  notify?(tx: Writer, rows: Row[]): Promise<void>;
  versioned: boolean;
  /** The form whose places a row has a say in. */
  formOf?(row: Row): string | null;
  fixed?: string[];
  files?(row: Row): string[];
  /** Those of them that hold a text, with the files’ addresses in it. */
  texts?: string[];
  /** @throws BadValue for a record that cannot be taken. */
  read(record: IncomingRecord): Row | Promise<Row>;
  /** Lets an incoming row keep what only this site knows. */
  merge?(known: Row, incoming: Row): Row;
  /** Which of them cannot be written beside what is there, and why. */
  refusals?(tx: Writer, rows: Row[]): Promise<Map<Row, string>>;
  /** What is taken otherwise than the file says, and why. */
  amendments?(tx: Writer, rows: Row[]): Promise<Map<Row, string>>;
  prepare?(tx: Writer, rows: Row[], moment: ImportMoment): Promise<void>;
  /** Notes what goes with rows that are about to be removed. */
  remove?(tx: Writer, rows: Row[]): Promise<void>;
  /** Writes and removes them with all that follows, in the place of this folder's own statements and notes. */
  records?: {
    save(tx: Writer, rows: Row[], now: number): Promise<void>;
    remove(tx: Writer, rows: Row[], now: number): Promise<void>;
  };
  /** `withInternal` is false for what anybody may be handed, `withMoney` for what is kept for ever. Amounts are in `currency`; left out: one with two decimals. */
  write(row: Row, options?: { withInternal?: boolean; withMoney?: boolean; currency?: string }): unknown;
  path(row: Row): string[];
}
