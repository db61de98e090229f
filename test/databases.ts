import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
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

/** A new database on the test run's Postgres server. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const dataDir = await temporaryFolder();
  const db = await openDatabase({ url: url.href, dataDir });
  return {
    db,
    databaseUrl: url.href,
    dataDir,
    async close() {
      await db.close();
      // Waits, for some seconds, until the closed connections are gone on the server too.
      await run(server, `drop database ${name}`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubroom-'));
}
