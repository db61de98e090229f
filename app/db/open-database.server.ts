import { inChunks, type Database, type Reader } from './db.server.ts';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql, type LogEvent, type Transaction } from 'kysely';
import { StartError } from '../config/start-error.ts';
import type { Change } from '../domain/topics.ts';
import { cleanSqlite, CLEANED_VERSION, sqliteDialect } from './sqlite.ts';
import { tracesCleaner, type Cleaner } from './erasures.ts';
import { groupCommit } from './group-commit.ts';
import { migrate, type BeforeMigrating } from './migrate.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './tables.ts';

/** Here, copies of the server tell each other what was committed (Postgres NOTIFY). */
export const CHANGES_CHANNEL = 'clubroom_changes';
/** A notification holds 8,000 bytes, and keys have at most 128 characters. */
const CHANGES_PER_NOTIFICATION = 40;

export const processId = crypto.randomUUID();

const SQLITE_FILE = 'club.sqlite';

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, SQLITE_FILE));
}

export interface Place {
  url?: string | undefined;
  dataDir: string;
}

/** Opens the database and migrates it. @throws StartError if it cannot be opened, or if a newer version has written it. */
export function openDatabase(place: Place, beforeMigrating?: BeforeMigrating): Promise<Database> {
  return openWith(place, (db) => migrate(db, beforeMigrating));
}

/** Opens the database without migrating it, whichever version wrote it. @throws StartError if it cannot be opened. */
export function openAsItIs(place: Place): Promise<Database> {
  return openWith(place, async () => undefined);
}

async function openWith(place: Place, prepare: (db: Database) => Promise<void>): Promise<Database> {
  try {
    const db = place.url ? await openPostgres(place.url) : openSqlite(place.dataDir);
    await prepare(db).catch(async (error: unknown) => {
      await db.close();
      throw error;
    });
    return db;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const setting = place.url ? 'DATABASE_URL' : 'DATA_DIR';
    throw new StartError(`The database ${placeName(place)} cannot be opened: ${reason} (${setting})`);
  }
}

export function placeName({ url, dataDir }: Place): string {
  return url ? `at ${withoutPassword(url)}` : `in ${dataDir}`;
}

/** In bytes: about what a backup of its tables takes. */
export async function sizeOf({ dialect, query }: Database): Promise<number> {
  const { rows } =
    dialect === 'postgres'
      ? await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(query)
      : await sql<{ bytes: number }>`
          select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(query);
  return rows[0]?.bytes ?? 0;
}

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, SQLITE_FILE);
  keepPrivate(file);
  const failures = countFailures();
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(file, 'writer'), log: failures.log });
  // Reads use a second connection, so that a page never waits for a long write such as an import.
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(file, 'reader'), log: failures.log });
  const cleaner: Cleaner = {
    async isDue() {
      const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(reader);
      return (rows[0]?.user_version ?? 0) < CLEANED_VERSION;
    },
    clean: () => cleanSqlite(file),
  };
  return database('sqlite', { writer, reader, failures, cleaner }, async (work) => {
    const own = new Kysely<Tables>({ dialect: sqliteDialect(file, 'reader') });
    try {
      return await inSnapshot(own, work);
    } finally {
      await own.destroy();
    }
  });
}

async function openPostgres(url: string): Promise<Database> {
  const failures = countFailures();
  const pool = new Kysely<Tables>({ dialect: await postgresDialect(url, failures.add), log: failures.log });
  // What the database server and its archive keep of deleted rows is settled there (docs/privacy.md).
  const cleaner: Cleaner = { isDue: async () => false, clean: async () => undefined };
  return database('postgres', { writer: pool, reader: pool, failures, cleaner }, (work) => inSnapshot(pool, work));
}

/** SQLite gives its log files the permissions of the database file. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(one, { throwIfNoEntry: false });
    // Only its owner can change the permissions of a file.
    if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) chmodSync(one, 0o600);
  }
}

function inSnapshot<T>(connection: Kysely<Tables>, work: (at: Reader) => Promise<T>): Promise<T> {
  const reading = connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return reading.execute((query) => work({ query }));
}

interface Opened {
  writer: Kysely<Tables>;
  reader: Kysely<Tables>;
  failures: ReturnType<typeof countFailures>;
  cleaner: Cleaner;
}

function countFailures() {
  let count = 0;
  const add = () => count++;
  const log = (event: LogEvent) => {
    if (event.level !== 'error') return;
    hideValues(event.error);
    add();
  };
  return { add, log, count: () => count };
}

function database(
  dialect: Database['dialect'],
  { writer, reader, failures, cleaner }: Opened,
  snapshot: Database['snapshot'],
): Database {
  const listeners: ((changes: Change[]) => void | Promise<void>)[] = [];
  const write: Database['write'] = async (work) => {
    // Two notices about one record would make every open page load again twice.
    const said = new Map<string, Change>();
    const result = await writer.transaction().execute(async (query) => {
      const done = await work({ query, dialect, changed: (topic, key) => said.set(`${topic} ${key}`, { topic, key }) });
      if (dialect === 'postgres') await notify(query, [...said.values()]);
      return done;
    });
    if (said.size > 0) for (const listener of listeners) await listener([...said.values()]);
    return result;
  };
  return {
    dialect,
    query: reader,
    snapshot,
    onCommit: (listener) => listeners.push(listener),
    write,
    ...groupCommit(write),
    forgetTraces: tracesCleaner({ query: reader, write }, cleaner),
    failures: failures.count,
    async close() {
      await writer.destroy();
      if (reader !== writer) await reader.destroy();
    },
  };
}

async function notify(query: Transaction<Tables>, changes: Change[]): Promise<void> {
  for (const part of inChunks(changes, CHANGES_PER_NOTIFICATION)) {
    await sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify({ from: processId, changes: part })})`.execute(
      query,
    );
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}

const QUOTING = ['detail', 'where', 'internalQuery'];

/** Errors are logged, but people's answers never may be. */
function hideValues(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  for (const name of QUOTING) Reflect.deleteProperty(error, name);
}
