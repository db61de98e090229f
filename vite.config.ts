import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** What every page runs: one file compresses better than its parts, and stays the same when the site's own code changes. */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;

/** Packages of which the server needs a part: built in, the rest is neither read at start nor held in memory. */
const BUILT_IN = [
  ...['hono', '@hono/node-server', 'react-router', '@react-router/node', 'cookie-es', 'kysely', 'zod', 'lucide-react'],
  ...['clsx', 'use-sync-external-store', /^@conform-to\//, /^react-(aria|stately)/],
  /^@(react-aria|react-stately|react-types|internationalized)\//,
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } },
      },
    },
    // The process itself is the server's entry, so that pages and plumbing share one module graph (and one database).
    ssr: {
      build: { rollupOptions: { input: './app/main.ts' } },
      resolve: { noExternal: command === 'build' ? BUILT_IN : [] },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
}));
