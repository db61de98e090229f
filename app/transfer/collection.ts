import type { Writer } from '../db/db.server.ts';
import type { Topic } from '../domain/topics.ts';

export type Columns = Record<string, string | number | null>;

export interface Incoming {
  /** Of an entry, the form's id; of a record of an unknown collection, the collection; otherwise empty. */
  parent: string;
  key: string;
  value: unknown;
  /** Where it is in the file, such as event/-Kxyz. */
  path: string;
  /** The time of the import, in epoch milliseconds. */
  now: number;
  /** Reports a part that is left out while the rest of the record goes in. */
  refuse: (path: string, reason: string) => void;
}

/** One collection of the file (product.md 3): how a record becomes a row, and a row a record. */
export interface Collection<Row extends Columns> {
  /** The table, and the columns of its key in the order of the export. */
  table: string;
  keys: string[];
  topic: Topic | null;
  /** True when the table counts the saves of a row. */
  versioned: boolean;
  /** Columns that are written once. */
  fixed?: string[];
  /** Columns that hold a file record or a list of them. */
  files?(row: Row): string[];
  /** @throws BadValue for a record that cannot be taken. */
  read(record: Incoming): Row | Promise<Row>;
  /** Lets an incoming row keep what only this site knows. */
  merge?(known: Row, incoming: Row): Row;
  /** Makes room for rows that are about to be written. */
  prepare?(tx: Writer, rows: Row[]): Promise<void>;
  /** Notes what goes with rows that are about to be removed. */
  remove?(tx: Writer, rows: Row[]): Promise<void>;
  /** The record as it is exported; undefined: there is nothing to export. */
  write(row: Row): unknown;
  /** Where it stands in the exported file. */
  path(row: Row): string[];
}
