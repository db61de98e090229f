import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { TestDatabase } from './databases.ts';
import { freePort } from './app.ts';
import { startProcess, type SiteProcess } from './process.ts';
import { temporaryFolder } from './storages.ts';

/** What a site is told from outside; each of it stays until it is told anew. */
export interface Order {
  /** How far its clock is ahead of the machine's, in milliseconds. */
  aheadMs?: number;
  /** So many writes from now it is killed, right after the last of them; null: never. */
  killAfterWrites?: number | null;
  /** Which of the writes from now on fail. */
  failWrites?: number[];
}

/** The built site as a process whose clock, disk and end are the test's. */
export interface SimulatedSite {
  url: () => string;
  /** Gives back how many writes it has made; undefined where it has ended meanwhile. */
  order: (order: Order) => Promise<number | undefined>;
  isRunning: () => boolean;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  end: () => Promise<void>;
}

interface Given {
  env: NodeJS.ProcessEnv;
  database: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>;
  /** The ports of the servers that it speaks to, beside its database. */
  ports: number[];
  aheadMs: () => number;
}

/** Copies share a database of Postgres, and have a folder each; on SQLite there is one. */
export async function startSimulated({ env, database, ports, aheadMs }: Given): Promise<SimulatedSite> {
  const { databaseUrl } = database;
  const dataDir = databaseUrl ? await temporaryFolder() : database.dataDir;
  const databasePort = databaseUrl ? new URL(databaseUrl).port || '5432' : '';
  const given = {
    CLUB_EMPTY: '1',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...env,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SIMULATED_PORTS: [...ports, databasePort].join(),
    SIMULATED_DATABASE_PORT: databasePort,
    NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/simulated-process.ts')).href}`,
  };
  const begin = () => startProcess({ ...given, SIMULATED_AHEAD: String(aheadMs()) }, { hasChannel: true });
  let site = await begin();
  return {
    url: () => site.url,
    order: (order) => give(site, order),
    isRunning: () => isRunning(site),
    async start() {
      await site.ended;
      site = await begin();
    },
    async kill() {
      site.process.kill('SIGKILL');
      await site.ended;
    },
    async end() {
      site.process.kill('SIGKILL');
      await site.ended;
      if (databaseUrl) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isRunning({ process: { exitCode, signalCode } }: SiteProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function give(site: SiteProcess, order: Order): Promise<number | undefined> {
  if (!isRunning(site)) return undefined;
  const answered = once(site.process, 'message');
  // Its end takes its answer with it.
  site.process.send(order, () => undefined);
  const answer = await Promise.race([answered, site.ended]);
  return Array.isArray(answer) ? answer[0].writes : undefined;
}
