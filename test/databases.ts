import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResult } from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';

/** An empty database of its own for one test. */
export interface TestDatabase {
  db: Database;
  /** undefined for SQLite. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Closes it and leaves nothing behind. */
  close: () => Promise<void>;
}

/** Both databases; what holds for one must hold for the other: `describe.each(databases)('… on %s', (_, open) => …)`. */
export const databases: [string, () => Promise<TestDatabase>][] = [
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
];

/** The embedded database in a new temporary folder. */
export async function sqliteDatabase(): Promise<TestDatabase> {
  const dataDir = await temporaryFolder();
  const db = await openDatabase({ dataDir });
  return {
    db,
    databaseUrl: undefined,
    dataDir,
    async close() {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of this test file, emptied: making one takes twenty times as long as emptying it. */
const emptied: string[] = [];
/** What the tables of a new one look like. */
let newTables: string | undefined;

/** An empty database on the test run's Postgres server. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const databaseUrl = emptied.pop() ?? (await createDatabase());
  const dataDir = await temporaryFolder();
  const db = await openDatabase({ url: databaseUrl, dataDir });
  newTables ??= await run(databaseUrl, TABLES);
  return {
    db,
    databaseUrl,
    dataDir,
    async close() {
      await db.close();
      if ((await run(databaseUrl, EMPTYING)) === newTables) emptied.push(databaseUrl);
      else await dropDatabase(databaseUrl);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

afterAll(async () => {
  for (const url of emptied.splice(0)) await dropDatabase(url);
});

async function createDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(inject('postgresUrl'), `create database ${url.pathname.slice(1)}`);
  return url.href;
}

/** Waits, for some seconds, until the closed connections are gone on the server too. */
async function dropDatabase(url: string): Promise<void> {
  await run(inject('postgresUrl'), `drop database ${new URL(url).pathname.slice(1)}`);
}

/** Tests that change the tables themselves leave nothing for others. */
const TABLES = `
  select md5(concat(
    (select string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable), ',' order by table_name, column_name)
      from information_schema.columns where table_schema = 'public'),
    (select string_agg(indexdef, ',' order by indexdef) from pg_indexes where schemaname = 'public'),
    (select string_agg(tgname, ',' order by tgname) from pg_trigger where not tgisinternal),
    (select string_agg(name, ',' order by name) from migrations))) as found`;

const EMPTYING = `
  do $$ declare one text; has_rows boolean; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
      execute format('select exists (select from %I)', one) into has_rows;
      if has_rows then execute format('truncate %I restart identity cascade', one); end if;
    end loop;
  end $$;
  ${TABLES}`;

async function run(server: string, statements: string): Promise<string | undefined> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const results: QueryResult<{ found?: string }>[] = [await client.query(statements)].flat();
    return results.at(-1)?.rows[0]?.found;
  } finally {
    await client.end();
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubroom-'));
}
