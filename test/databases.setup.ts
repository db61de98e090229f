import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../app/db/open-database.server.ts';
import { foldLog } from './fold-log.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server of this test run, ending in its maintenance database. */
    postgresUrl: string;
    /** The file of an embedded database with all its tables, empty. */
    migratedSqlite: string;
  }
}

/** For the whole run: a Postgres server, on which every test has a database of its own, and a file to copy for SQLite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-migrated-'));
  await (await openDatabase({ dataDir })).close();
  const file = join(dataDir, 'club.sqlite');
  foldLog(file);
  project.provide('migratedSqlite', file);
  return async () => {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  };
}
