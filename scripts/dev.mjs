// npm run dev: the development server with hot reload.
import { ensureInstalled, runNode } from './setup.mjs';

await ensureInstalled();
process.exit(await runNode(['scripts/dev-server.mjs'], { NODE_ENV: 'development' }));
