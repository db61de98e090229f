// npm run bench: measures each figure of the product against its floor. Uses nothing but Node itself until packages are installed.
import { buildWhenStale, ensureInstalled, runNode } from './setup.mjs';

await ensureInstalled();
if (!process.argv.includes('--list')) await buildWhenStale();
process.exit(await runNode(['bench/run.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' }));
