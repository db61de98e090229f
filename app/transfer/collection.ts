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
  /** The club's currency, asked for only when an amount is read. */
  currency: () => Promise<string>;
  /** Reports a part that is left out while the rest of the record is imported. */
  refuse: Refuse;
}

export interface ImportMoment {
  /** Epoch milliseconds. */
  now: number;
  /** Asked for only when it is needed. */
  club?: (() => Promise<MailingClub>) | undefined;
}

/** How a record becomes a row, and a row a record (product.md 3). */
export interface Collection<Row extends RowColumns> {
  table: string;
  /** The key of the only record, which stands directly under the collection's name. */
  only?: string;
  /** The columns of the key, in the order of the export. */
  keys: string[];
  topic: Topic | null;
  /** The change to publish for a row, if it is not about the row itself; `before` is the row that it replaces. */
  changeOf?(row: Row, before?: Row): Change;
  /** Publishes changes for written or removed rows, if only the database knows what they concern. */
  notify?(tx: Writer, rows: Row[]): Promise<void>;
  versioned: boolean;
  /** The form whose places a row affects. */
  formOf?(row: Row): string | null;
  fixed?: string[];
  files?(row: Row): string[];
  /** The ones among them that contain a text with the addresses of files. */
  texts?: string[];
  /** @throws BadValue for a record that cannot be imported. */
  read(record: IncomingRecord): Row | Promise<Row>;
  /** Keeps in an incoming row what only this site knows. */
  merge?(known: Row, incoming: Row): Row;
  /** The rows that conflict with existing ones, and why. */
  refusals?(tx: Writer, rows: Row[]): Promise<Map<Row, string>>;
  /** Leaves out of `rows` what an earlier one of the file has alone. `owners` is the same for all rows of a file. */
  withoutClashes?(
    rows: Row[],
    owners: Map<string, string>,
    refuse: (row: Row, field: string, reason: string) => void,
  ): Row[];
  /** The rows that are imported differently from what the file says, and why. */
  amendments?(tx: Writer, rows: Row[]): Promise<Map<Row, string>>;
  prepare?(tx: Writer, rows: Row[], moment: ImportMoment): Promise<void>;
  /** Notes what belongs to rows that are about to be removed. */
  beforeRemoval?(tx: Writer, rows: Row[]): Promise<void>;
  /** Saves and removes rows with all that follows from it, where the plain statements of this folder are not enough. */
  changes?: {
    save(tx: Writer, rows: Row[], now: number): Promise<void>;
    remove(tx: Writer, rows: Row[], now: number): Promise<void>;
  };
  /**
   * `withInternal` is false for files that anybody may get, `withMoney` for files that are kept for ever. Amounts are in
   * `currency`; by default, one with two decimals.
   */
  write(row: Row, options?: { withInternal?: boolean; withMoney?: boolean; currency?: string }): unknown;
  path(row: Row): string[];
}
