import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { enterTestEnvironment } from './test/environment.ts';

await enterTestEnvironment();

/** They compare the heap before and after, and need one that nobody else leaves anything in. */
const MEASURE_MEMORY = [
  'app/limits/sliding-window.test.ts',
  'app/telemetry/route-names.test.ts',
  'app/http/cache/{encodings,page-store}.test.ts',
  'test/property/html.test.ts',
];

/** Tests that `npm test` leaves to `npm run test:long`: heavy ones, and what others show too. */
const tags = [{ name: 'long' }];

const limits = {
  // Small shared machines stop for seconds: npm test gives a second go, and names who needed it.
  retry: process.env.CLUBROOM_RETRIES ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    tags,
    // Most tests wait for a disk, a database or another process: a machine of two processors can run three files at once.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...limits,
          name: 'together',
          include: ['app/**/*.test.ts', 'cli/**/*.test.ts', '{test,test/property}/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...MEASURE_MEMORY],
          globalSetup: ['test/databases.setup.ts'],
          setupFiles: ['test/each-file.setup.ts'],
          // Loading the server anew for each file takes longer than most files: they share what a few processes have loaded.
          isolate: false,
        },
      },
      { test: { ...limits, name: 'alone', include: MEASURE_MEMORY } },
    ],
  },
});
