import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Change, Topic } from '../domain/topics.ts';
import type { Tables } from './tables.ts';

type Dialect = 'sqlite' | 'postgres';

export interface Reader {
  query: Kysely<Tables>;
}

/** `changed` notes a record; caches and open pages hear of it once the write is committed. */
export interface Writer {
  query: Transaction<Tables>;
  dialect: Dialect;
  changed: (topic: Topic, key: string) => void;
}

/** Rows that one write locks, and what it read while locking them; nobody else can change that before the write has ended. */
export interface Lock<Held> {
  /** Every copy of the site takes locks in the order of their keys. */
  key: string;
  hold: (tx: Writer) => Promise<Held>;
  isHeld: (value: unknown) => value is Held;
}

export interface Database extends Reader {
  dialect: Dialect;
  /** One durable transaction. Afterwards every listener is told of the noted changes, and awaited. */
  write: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;
  /** For many small writes at once: concurrent ones share a commit, and one that throws is undone alone. */
  writeTogether: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;
  /** Like writeTogether. Writes that need the same lock take it once per commit, before the first of them. */
  writeHolding: <T, Held>(lock: Lock<Held>, work: (tx: Writer, held: Held) => Promise<T>) => Promise<T>;
  /** Reads one state of all tables, however much is written meanwhile, without making anybody wait. */
  snapshot: <T>(work: (at: Reader) => Promise<T>) => Promise<T>;
  onCommit: (listener: (changes: Change[]) => void | Promise<void>) => void;
  /** Removes erased rows from the database's files too. What cannot be done now is done next time. */
  forgetTraces: (when?: { everyMs?: number; now?: number }) => Promise<void>;
  failures: () => number;
  close: () => Promise<void>;
}

/** Counts the rows of a query without selecting anything. */
export async function countRows<Name extends keyof Tables>(
  sought: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const { count } = await sought.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** For statements whose number of parameters is limited. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
