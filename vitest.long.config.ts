import { defineConfig } from 'vitest/config';
import { enterTestEnvironment } from './test/environment.ts';

await enterTestEnvironment();

/** The heavy rounds of `npm run test:long`: one file at a time, each with as much time as it needs. */
export default defineConfig({
  test: {
    include: ['test/long/*.test.ts'],
    globalSetup: ['test/databases.setup.ts'],
    setupFiles: ['test/each-file.setup.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    // Reports say it whole: scripts/accessibility.mjs reads them.
    chaiConfig: { truncateThreshold: 100_000 },
  },
});
