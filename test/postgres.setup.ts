import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server of this test run, ending in its maintenance database. */
    postgresUrl: string;
  }
}

/** Starts one Postgres server for the whole run; every test makes a database of its own on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.end;
}
