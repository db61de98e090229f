// Serves what was built. Use `npm start`, which installs and builds first.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the program and gone with it: a second start does not compile again. Where it cannot be written, it is left out.
enableCompileCache(join(import.meta.dirname, '../build/server/compiled'));
const { run } = await import('../build/server/index.js');

await run();
flushCompileCache();
