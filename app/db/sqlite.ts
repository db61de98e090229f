import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
} from 'kysely';

/** What Kysely's SQLite dialect asks of a database; this serves it from the runtime's own `node:sqlite`. */
class Adapted {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string) {
    const statement = this.#prepared(sql);
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...bindable(values)),
      run: (values: readonly unknown[]) => {
        const { changes, lastInsertRowid } = statement.run(...bindable(values));
        return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
      },
      // A statement of its own: the shared one would be reset by the same query running beside the stream.
      iterate: (values: readonly unknown[]) => this.#database.prepare(sql).iterate(...bindable(values)),
    };
  }

  close() {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size < 500) this.#statements.set(sql, statement);
    return statement;
  }
}

/** node:sqlite takes an object in first place for named parameters and shifts the rest: only plain values may pass. */
function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be stored`);
  });
}

/** Takes the write lock when a transaction begins, so that two processes queue instead of failing half-way. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #adapted: Adapted;

  constructor(adapted: Adapted) {
    super({ database: adapted });
    this.#adapted = adapted;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#adapted });
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** Opens `file` durable: an acknowledged commit is on disk (WAL, synchronous=FULL). */
export function sqliteDialect(file: string, mode: 'writer' | 'reader'): SqliteDialect {
  const database = new DatabaseSync(file, { readOnly: mode === 'reader', timeout: 10_000 });
  if (mode === 'writer') database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('pragma cache_size = -16000; pragma temp_store = memory');
  return new NodeSqliteDialect(new Adapted(database));
}
