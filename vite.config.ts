import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/**
 * What every public page loads, as one script and one style sheet: less to compress and to wait for than in parts. The
 * rules of all public pages are in it, in the order in which they are imported.
 */
const SITE = [
  /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
  /\/node_modules\/lucide-react\/dist\/esm\/(?!icons)/,
  /\/app\/ui\/(layout\/)?(?!copy-button)[^/]*\.tsx$/,
  /\/app\/(?!.*\/admin\/).*\.css$/,
];

const isForAllPages = (id: string) => SITE.some((pattern) => pattern.test(id));

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
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'site', test: isForAllPages }] } } },
      },
    },
    // The process itself is the server's entry, so that pages and plumbing share one module graph (and one database).
    ssr: {
      // A part that only some browsers load is simply there on the server.
      build: { rolldownOptions: { input: './app/main.ts', checks: { ineffectiveDynamicImport: false } } },
      resolve: { noExternal: command === 'build' ? BUILT_IN : [] },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
}));
