// Serves what was built. Use `npm start`, which installs and builds first.
import { run } from '../build/server/index.js';

await run();
