import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type TransactionSettings,
} from 'kysely';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

interface Prepared {
  statement: StatementSync;
  /** True if the statement returns rows. */
  reader: boolean;
}

class Adapted {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string) {
    const { statement, reader } = this.#prepared(sql);
    return {
      reader,
      all: (values: readonly unknown[]) => statement.all(...bindable(values)),
      run: (values: readonly unknown[]) => {
        const { changes, lastInsertRowid } = statement.run(...bindable(values));
        return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
      },
      // The same query running at the same time would reset a shared statement.
      iterate: (values: readonly unknown[]) => this.#database.prepare(sql).iterate(...bindable(values)),
    };
  }

  /** SQLite itself ends a transaction if no room is left. */
  isInTransaction() {
    return this.#database.isTransaction;
  }

  close() {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reader: statement.columns().length > 0 };
    if (this.#statements.size < 500) this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Only plain values may pass: node:sqlite takes an object in first place for named parameters and shifts the rest. */
function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be stored`);
  });
}

const PATIENCE_MS = 8000;
const ASK_EVERY_MS = 20;
/** A reader only ever waits while the database is being repaired, and the whole process waits with it. */
const READER_PATIENCE_MS = 250;
const SQLITE_BUSY = 5;

/** Takes the write lock when a transaction begins, so that two processes queue instead of failing halfway; readers do not wait. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Adapted;
  readonly #requireFile: () => void;
  #gaveUpAt = -Infinity;

  constructor(database: Adapted, requireFile: () => void) {
    super({ database });
    this.#database = database;
    this.#requireFile = requireFile;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') {
      await connection.executeQuery(CompiledQuery.raw('begin'));
      return;
    }
    const began = Date.now();
    const until = began - this.#gaveUpAt < PATIENCE_MS ? began : began + PATIENCE_MS;
    for (;;) {
      this.#requireFile();
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        this.#gaveUpAt = -Infinity;
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (Date.now() >= until) {
          this.#gaveUpAt = Date.now();
          throw error;
        }
      }
      await after(ASK_EVERY_MS);
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isInTransaction()) await super.rollbackTransaction(connection);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** Thrown because anything written now would be lost with the file. */
class FileMoved extends Error {
  override name = 'FileMoved';
  /** SQLite's code for a file that it cannot open. */
  readonly errcode = 14;
}

/** Returns a check that throws FileMoved if `file` has been replaced or removed since. */
function sameFile(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new FileMoved(`The database ${file} was ${found ? 'replaced' : 'taken away'} while the site is running`);
  };
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #adapted: Adapted;
  readonly #requireFile: () => void;

  constructor(adapted: Adapted, requireFile: () => void) {
    super({ database: adapted });
    this.#adapted = adapted;
    this.#requireFile = requireFile;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#adapted, this.#requireFile);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** The file's `user_version` once it holds no rows that were deleted without being overwritten. */
export const CLEANED_VERSION = 1;

/** Durable: an acknowledged commit is on disk (WAL, synchronous=FULL). A write fails if the file was taken away. */
export function sqliteDialect(file: string, mode: 'writer' | 'reader'): SqliteDialect {
  const database = new DatabaseSync(file, { readOnly: mode === 'reader', timeout: 10_000 });
  // Checked before the journal mode is set, which writes the first page.
  const isNew = mode === 'writer' && isEmpty(database);
  // Deleted rows are overwritten, because answers are personal.
  if (mode === 'writer')
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  if (isNew) database.exec(`pragma user_version = ${CLEANED_VERSION}`);
  // Waiting inside SQLite would block the whole process, so the driver waits instead.
  const patience = mode === 'reader' ? READER_PATIENCE_MS : 0;
  database.exec(`pragma cache_size = -16000; pragma temp_store = memory; pragma busy_timeout = ${patience}`);
  return new NodeSqliteDialect(new Adapted(database), sameFile(file));
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('pragma page_count').get()?.['page_count'] === 0;
}

/** SQLite leaves copies of deleted rows where it has rearranged pages. Meanwhile readers go on and writers wait. */
const CLEAN = `
  const { DatabaseSync } = require('node:sqlite');
  const { workerData } = require('node:worker_threads');
  const database = new DatabaseSync(new URL(workerData.address), { timeout: 10_000 });
  database.exec('vacuum; pragma user_version = ' + workerData.version + '; pragma busy_timeout = 2000');
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get();
  database.close();
  if (busy) throw new Error('somebody is reading the database');
`;

export function cleanSqlite(file: string): Promise<void> {
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'rw');
  const workerData = { address: address.href, version: CLEANED_VERSION };
  return new Promise((done, fail) => {
    const worker = new Worker(CLEAN, { eval: true, workerData });
    worker.once('error', fail);
    worker.once('exit', (code) => (code === 0 ? done() : fail(new Error(`it ended with code ${code}`))));
  });
}
