import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { Client, type QueryResult } from 'pg';
import { afterEach, beforeEach, describe, inject, vi } from 'vitest';
import type { Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { afterEachFile } from './after-file.ts';

/** An empty database of its own for one test. */
export interface TestDatabase {
  db: Database;
  /** undefined for SQLite. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** As another copy of the site has it: copies share Postgres, and one process alone holds the embedded database. */
  copy: () => Promise<Database>;
  /** Closes it, with its copies, and leaves nothing behind. */
  close: () => Promise<void>;
}

/** Until so many other writes wait for the one that is open, which `db` does not read in; on SQLite all others do. */
export async function untilOthersWait(
  { dialect, query }: Pick<Database, 'dialect' | 'query'>,
  count = 1,
): Promise<void> {
  if (dialect === 'sqlite') return;
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const look = async () => {
    const { rows } = await waiting.execute(query);
    if (rows.length < count) throw new Error(`${rows.length} of ${count} writes wait.`);
  };
  await vi.waitFor(look, { timeout: 20_000 });
}

/** Both databases; what holds for one must hold for the other: `describe.each(databases)('… on %s', (_, open) => …)`. */
export const databases: [string, () => Promise<TestDatabase>][] = [
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
];

/** As `describe.each(databases)`, on Postgres in `npm run test:long` alone: for commands that SQLite tells enough of. */
export function describeOnDatabases(title: string, body: (open: () => Promise<TestDatabase>) => void): void {
  for (const [name, open] of databases)
    describe(`${title} on ${name}`, name === 'Postgres' ? { tags: 'long' } : {}, () => {
      body(open);
    });
}

/** One for each test of this file or `describe`: opened before it, closed behind it. */
export function freshDatabase(open = sqliteDatabase): TestDatabase {
  let now: TestDatabase;
  beforeEach(async () => {
    now = await open();
  });
  afterEach(() => now.close());
  return {
    get databaseUrl() {
      return now.databaseUrl;
    },
    get dataDir() {
      return now.dataDir;
    },
    copy: () => now.copy(),
    close: () => now.close(),
    db: {
      get dialect() {
        return now.db.dialect;
      },
      get query() {
        return now.db.query;
      },
      write: (work) => now.db.write(work),
      writeTogether: (work) => now.db.writeTogether(work),
      writeHolding: (lock, work) => now.db.writeHolding(lock, work),
      snapshot: (work) => now.db.snapshot(work),
      onCommit: (listener) => now.db.onCommit(listener),
      forgetTraces: (when) => now.db.forgetTraces(when),
      failures: () => now.db.failures(),
      close: () => now.db.close(),
    },
  };
}

/** The embedded database in a new temporary folder, its tables made already. */
export async function sqliteDatabase(): Promise<TestDatabase> {
  const dataDir = await temporaryFolder();
  const migrated = inject('migratedSqlite');
  await copyFile(migrated, join(dataDir, basename(migrated)));
  const db = await openDatabase({ dataDir });
  return {
    db,
    databaseUrl: undefined,
    dataDir,
    copy: async () => db,
    async close() {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** This test file's own, emptied: making one takes a hundred times as long as emptying it. */
const emptied: string[] = [];
/** To empty them by: a connection takes longer to make than what it is made for. */
const connections = new Map<string, Client>();
/** What the tables of a new one look like. */
let newTables: string | undefined;

/** An empty database on the test run's Postgres server. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const databaseUrl = emptied.pop() ?? (await takeDatabase());
  const dataDir = await temporaryFolder();
  const db = await openDatabase({ url: databaseUrl, dataDir });
  newTables ??= await run(databaseUrl, TABLES);
  const opened = [db];
  return {
    db,
    databaseUrl,
    dataDir,
    async copy() {
      const copy = await openDatabase({ url: databaseUrl, dataDir });
      opened.push(copy);
      return copy;
    },
    async close() {
      for (const one of opened) await one.close();
      if ((await run(databaseUrl, EMPTYING)) === newTables) emptied.push(databaseUrl);
      else await disconnected(databaseUrl, (name) => `drop database ${name}`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What is emptied is left to other test files. */
afterEachFile(async () => {
  const leave = (name: string) => `alter database ${name} rename to ${name.replace('test', 'emptied')}`;
  for (const url of emptied.splice(0)) await disconnected(url, leave);
  await disconnect(inject('postgresUrl'));
});

/** One that another test file has left, else a new one. */
async function takeDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const url = new URL(server);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  url.pathname = name;
  if (!(await run(server, taking(name)))) await run(server, `create database ${name}`);
  return url.href;
}

/** Waits, for some seconds, until the closed connections are gone on the server too: one that a test left open fails it. */
async function disconnected(url: string, statement: (name: string) => string): Promise<void> {
  await disconnect(url);
  await run(inject('postgresUrl'), statement(new URL(url).pathname.slice(1)));
}

const taking = (name: string) => `
  do $$ declare one text; begin
    perform pg_advisory_xact_lock(1);
    select datname into one from pg_database where datname like 'emptied%' limit 1;
    if found then execute format('alter database %I rename to ${name}', one); end if;
  end $$;
  select datname as found from pg_database where datname = '${name}'`;

/** Tests that change the tables themselves leave nothing for others. */
const TABLES = `
  select md5(concat(
    (select string_agg(concat_ws(' ', relname, attname, atttypid, attnotnull), ',' order by relname, attname)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped),
    (select string_agg(indexdef, ',' order by indexdef) from pg_indexes where schemaname = 'public'),
    (select string_agg(tgname, ',' order by tgname) from pg_trigger where not tgisinternal),
    (select string_agg(name, ',' order by name) from migrations))) as found`;

/** Deleting a few rows takes a tenth of truncating; `replica` leaves out foreign keys, since all tables are emptied. */
const EMPTYING = `
  do $$ declare one regclass; begin
    set local session_replication_role = replica;
    for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' loop
      if pg_relation_size(one) > 65536 then execute format('truncate %s cascade', one);
      else execute format('delete from %s', one);
      end if;
    end loop;
  end $$;
  ${TABLES}`;

async function run(url: string, statements: string): Promise<string | undefined> {
  const known = connections.get(url);
  const client = known ?? new Client({ connectionString: url });
  connections.set(url, client);
  if (!known) await client.connect();
  const results: QueryResult<{ found?: string }>[] = [await client.query(statements)].flat();
  return results.at(-1)?.rows[0]?.found;
}

async function disconnect(url: string): Promise<void> {
  await connections.get(url)?.end();
  connections.delete(url);
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubroom-'));
}
