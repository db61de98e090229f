import type { Kysely, Transaction } from 'kysely';
import type { Change, Topic } from '../domain/topics.ts';
import type { Tables } from './tables.ts';

export interface Reader {
  query: Kysely<Tables>;
}

/** A running write. `changed` notes a record, to be told to caches and open pages once the write is committed. */
export interface Writer {
  query: Transaction<Tables>;
  changed: (topic: Topic, key: string) => void;
}

export interface Database extends Reader {
  dialect: 'sqlite' | 'postgres';
  /** Runs `work` in one durable transaction; afterwards tells the noted changes to every listener, and waits for them. */
  write: <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;
  /** `write` for many small writes at once, such as sign-ups: concurrent ones share a commit, one that throws is undone alone. */
  writeTogether: Database['write'];
  /** Lets `work` read one state of all tables, however much is written meanwhile; nobody waits for it. */
  snapshot: <T>(work: (at: Reader) => Promise<T>) => Promise<T>;
  onCommit: (listener: (changes: Change[]) => void | Promise<void>) => void;
  /**
   * Takes what was erased out of the embedded database's file and log as well, where noteErasure has noted it, unless that
   * was done less than `everyMs` milliseconds before `now`. It never fails: what cannot be done now is done the next time.
   */
  forgetTraces: (when?: { everyMs?: number; now?: number }) => Promise<void>;
  /** How many statements and connections have failed since it was opened. */
  failures: () => number;
  close: () => Promise<void>;
}
