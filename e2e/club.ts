import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from '../test/app.ts';
import { forkSites, type Sites } from './sites.ts';

/** A running site of its own: the built server on a fresh data folder. */
export interface RunningClub {
  url: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

interface Worker {
  /** The sample club in a process of its own, shared by the tests of a worker that only read. */
  club: RunningClub;
  sites: Sites;
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
      const running = await start();
      await use(running.club);
      await stop(running);
    },
    { scope: 'worker' },
  ],
  sites: [
    async ({}, use) => {
      const sites = forkSites();
      await use(sites);
      await sites.end();
    },
    { scope: 'worker' },
  ],
  startClub: async ({ page, sites }, use) => {
    const started: string[] = [];
    await use(async (given = {}) => {
      const { url, dataDir } = await sites.open(given);
      started.push(url);
      return { url, dataDir, env: { ...settings(url, dataDir), ...given } };
    });
    // A page still open would notice that its site stops.
    await page.goto('about:blank');
    for (const url of started) await sites.close(url);
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

async function start(): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-e2e-'));
  const url = `http://localhost:${await freePort()}`;
  const env = settings(url, dataDir);
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** What makes a command meet the site at this address. */
function settings(url: string, dataDir: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'production', PORT: new URL(url).port, DATA_DIR: dataDir };
}

async function stop({ club, process: child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await rm(club.dataDir, { recursive: true, force: true });
}
