// npm start: everything from a fresh clone to a serving site.
import { buildWhenStale, ensureInstalled, runNode } from './setup.mjs';

await ensureInstalled();
await buildWhenStale();
process.exit(await runNode(['scripts/serve.mjs'], { NODE_ENV: 'production' }));
