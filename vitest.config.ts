import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// What tests start a hundred times is compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: ['app/**/*.test.ts', 'cli/**/*.test.ts', '{test,test/property}/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/databases.setup.ts'],
    setupFiles: ['test/each-file.setup.ts'],
    // Loading the server anew for each file takes longer than most files: they share what two processes have loaded.
    isolate: false,
    // Far from the club's zone on purpose: nothing may depend on where the machine stands.
    env: { TZ: 'Pacific/Auckland' },
    // Most tests wait for a disk, a database or another process: a machine of two processors can run two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
