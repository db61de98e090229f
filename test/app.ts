import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings } from '../app/config/settings.server.ts';
import type { Site } from '../app/site.ts';
import type { TableRoute } from '../app/http/route-table.ts';
import { listen } from '../app/http/listen/listen.ts';
import type { Turns } from '../app/limits/turns.ts';

/** The whole app, listening: speak HTTP to it, and look into its database. */
export interface RunningApp {
  url: string;
  site: Site;
  dataDir: string;
  /** Every address it answers, besides /live and the local identity provider. */
  routes: TableRoute[];
  /** How many requests wait for their turn, began and were refused. */
  turns: Turns['size'];
  /**
   * fetch below the app's address, without following redirects. Nothing is compressed unless it asks for that: it would take as
   * long as what is answered.
   */
  get: (path: string, init?: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
}

interface Options {
  /** Settings beside the defaults. */
  env?: NodeJS.ProcessEnv;
  /** True for the sample club; by default the app starts empty. */
  sample?: boolean;
}

/** With one of these settings, a site is not made of the prepared sample. */
const LOADS_ITSELF = ['CLUB_EMPTY', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL'];

/** Opens the built server in this process, on a free port and a data folder of its own (npm test builds it first). */
export async function startApp({ env = {}, sample = false }: Options = {}): Promise<RunningApp> {
  const main: typeof import('../app/main.ts') = await import(pathToFileURL(resolve('build/server/index.js')).href);
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'clubroom-app-')));
  if (sample && process.env.CLUBROOM_SAMPLE && !LOADS_ITSELF.some((name) => env[name]))
    copySample(process.env.CLUBROOM_SAMPLE, dataDir);
  const port = await freePort();
  const settings = readSettings(
    { PORT: String(port), DATA_DIR: dataDir, CLUB_EMPTY: sample ? '0' : '1', ...env },
    tmpdir(),
  );
  const clubroom = await main.openClubroom({ ...settings, configFile: resolve(env.CLUB_CONFIG ?? 'club.config.ts') });
  const sockets = new Set<Socket>();
  const stop = await listen(port, undefined, (request, response) => {
    sockets.add(request.socket);
    clubroom.handle(request, response);
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    site: clubroom.site,
    dataDir,
    routes: clubroom.routes,
    turns: clubroom.turns,
    get(path, init) {
      const headers = new Headers(init?.headers);
      if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
      return fetch(url + path, { redirect: 'manual', ...init, headers });
    },
    async close() {
      const stopped = stop();
      clubroom.endStreams();
      // Answers that a test did not read to their end would be waited for.
      for (const socket of sockets) socket.destroy();
      await stopped;
      await clubroom.close();
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * All but its keys and passwords. `npm test` has prepared it (`prepare-sample.ts`). Its 200 files are linked, since
 * copying them took half as long as opening the site, which never writes into a file that is there.
 */
function copySample(prepared: string, dataDir: string): void {
  copyFileSync(join(prepared, 'club.sqlite'), join(dataDir, 'club.sqlite'));
  const entries = readdirSync(join(prepared, 'files'), { recursive: true, withFileTypes: true });
  mkdirSync(join(dataDir, 'files'));
  for (const entry of entries) {
    const from = join(entry.parentPath, entry.name);
    const to = join(dataDir, relative(prepared, from));
    if (entry.isDirectory()) mkdirSync(to);
    else linkSync(from, to);
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
