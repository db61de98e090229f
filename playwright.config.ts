import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, testBrowserPath } from './scripts/browser.mjs';
import { enterTestEnvironment } from './test/environment.ts';

await enterTestEnvironment();

export default defineConfig({
  testDir: 'e2e',
  // npm run test:long takes the heavy rounds instead, and what npm test leaves out.
  projects: process.env.CLUBROOM_LONG
    ? [{ testMatch: '*.long.ts' }, { testMatch: '*.spec.ts', grep: /@long/ }]
    : [{ testMatch: '*.spec.ts' }],
  outputDir: 'test-results',
  fullyParallel: true,
  // They wait for the page half of the time: a machine of two processors can run three at once.
  workers: Math.max(3, availableParallelism() - 1),
  forbidOnly: Boolean(process.env.CI),
  // Beside others on a small machine that stops for seconds, what takes ten may take sixty.
  timeout: 120_000,
  // Small shared machines stop for seconds: npm test gives a second go, and names who needed it. Whatever is run by hand
  // has one.
  retries: process.env.CLUBROOM_RETRIES ? 1 : 0,
  expect: { timeout: 10_000 },
  use: {
    // Neither the club's zone nor its language: what is shown must not depend on where the visitor is.
    timezoneId: 'Pacific/Auckland',
    locale: 'de-DE',
    // Traces take a sixth of the time; `playwright test --trace on FILE` makes them for what has failed.
    trace: 'off',
    launchOptions: {
      executablePath: testBrowserPath(),
      args: chromiumFlags,
      // Where a machine lacks the locale that it names, a browser writes into no folder with umlauts, as the project's may have.
      downloadsPath: join(tmpdir(), 'downloads'),
    },
  },
});
