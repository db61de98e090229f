import { test as base, expect, type Page } from '@playwright/test';
import { forkSites, type Sites } from './sites.ts';

/** A running site of its own: the built server on a fresh data folder. */
export interface RunningClub {
  url: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** Runs one `club` command on it while it serves. */
  command: (...args: string[]) => Promise<void>;
}

interface Worker {
  /** The sample club, shared by the tests of a worker that only read. */
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
    async ({ sites }, use) => {
      const { url, dataDir } = await sites.open({});
      await use(runningClub(sites, url, dataDir));
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
      return runningClub(sites, url, dataDir, given);
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

/**
 * Expected: the sample's feed and outside pictures name hosts that no test reaches, and a browser that looks for a newer
 * worker without a network says so when it likes.
 */
const OUTSIDE = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|occurred when fetching the script/;

/** The router handles no failure of the end of an answer whose beginning it has read: a request that it gives up just then. */
const GIVEN_UP = 'AbortError: signal is aborted without reason';

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => {
    if (String(error) !== GIVEN_UP) complaints.push(String(error));
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !OUTSIDE.test(message.text())) complaints.push(message.text());
  });
}

function runningClub(sites: Sites, url: string, dataDir: string, given: NodeJS.ProcessEnv = {}): RunningClub {
  const own = { NODE_ENV: 'production', PORT: new URL(url).port, DATA_DIR: dataDir, ...given };
  return { url, dataDir, env: { ...process.env, ...own }, command: (...args) => sites.command(own, args) };
}
