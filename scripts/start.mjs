// npm start: everything from a fresh clone to a serving site.
import { buildWhenStale, ensureInstalled, runNode } from './setup.mjs';

await ensureInstalled();
await buildWhenStale();
// Memory that making smaller images took is given back, instead of being kept once per thread.
const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
process.exit(await runNode(['scripts/serve.mjs'], env));
