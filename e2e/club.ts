import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/** A running site of its own: the built server as a process, on a fresh data folder. */
export interface RunningClub {
  url: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

interface Worker {
  /** The sample club, shared by the tests of a worker that only read. */
  club: RunningClub;
}

interface Each {
  /** Starts another site, for tests that change things or need other settings; ended with the test. */
  startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>;
  /** What the browser's console complained of; a test fails when something is left in it. */
  complaints: string[];
}

export const test = base.extend<Each, Worker>({
  club: [
    async ({}, use) => {
      const running = await start({});
      await use(running.club);
      await stop(running);
    },
    { scope: 'worker' },
  ],
  startClub: async ({ page }, use) => {
    const started: Running[] = [];
    await use(async (env = {}) => {
      const running = await start(env);
      started.push(running);
      return running.club;
    });
    // A page still open would notice that its site stops.
    await page.goto('about:blank');
    for (const running of started) await stop(running);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      listen(page, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The sample's feed and outside pictures name hosts that no test reaches: that they fail is expected. */
const OUTSIDE = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !OUTSIDE.test(message.text())) complaints.push(message.text());
  });
}

interface Running {
  club: RunningClub;
  process: ChildProcess;
}

async function start(given: NodeJS.ProcessEnv): Promise<Running> {
  const dataDir = given.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'clubroom-e2e-')));
  const port = given.PORT ?? String(await freePort());
  const env = { ...process.env, NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, ...given };
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const url = `http://localhost:${port}`;
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes('Clubroom is at')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`The site ended with ${code}: ${said}`)));
  });
  return { club: { url, dataDir, env }, process: child };
}

async function stop({ club, process: child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await rm(club.dataDir, { recursive: true, force: true });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
