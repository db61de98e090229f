import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Change, Topic } from '../domain/topics.ts';
import type { Tables } from './tables.ts';

type Dialect = 'sqlite' | 'postgres';

export interface Reader {
  query: Kysely<Tables>;
}

/** `changed` notes a record, of which caches and open pages are notified once the write is committed. */
export interface Writer {
  query: Transaction<Tables>;
  dialect: Dialect;
  changed: (topic: Topic, key: string) => void;
}

/** Rows that one write holds, and what it read as it took them; nobody else changes it before that write has ended. */
export interface Lock<Held> {
  /** Every copy takes locks in the order of their keys. */
  key: string;
  hold: (tx: Writer) => Promise<Held>;
  isHeld: (value: unknown) => value is Held;
}

export interface Database extends Reader {
  dialect: Dialect;
  /** One durable transaction; afterwards every listener is notified of the noted changes, and awaited. */
  write: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;
  /** For many small writes at once: concurrent ones share a commit, one that throws is undone alone. */
  writeTogether: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;
  /** As writeTogether; those that need the same lock take it once in a commit, before the first of them. */
  writeHolding: <T, Held>(lock: Lock<Held>, work: (tx: Writer, held: Held) => Promise<T>) => Promise<T>;
  /** One state of all tables, however much is written meanwhile; nobody waits for it. */
  snapshot: <T>(work: (at: Reader) => Promise<T>) => Promise<T>;
  onCommit: (listener: (changes: Change[]) => void | Promise<void>) => void;
  /** Takes noted erasures out of the database's files too; what cannot be done now is done the next time. */
  forgetTraces: (when?: { everyMs?: number; now?: number }) => Promise<void>;
  failures: () => number;
  close: () => Promise<void>;
}

/** How many rows are sought: nothing of them is selected. */
export async function countRows<Name extends keyof Tables>(
  sought: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const { count } = await sought.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** A statement's parameters are limited. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
