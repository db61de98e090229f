// npm run club: whoever runs the site works on its data. Uses nothing but Node itself until packages are installed.
import { join } from 'node:path';
const calledFrom = process.env.INIT_CWD ?? process.cwd();
const { ensureInstalled, pinnedNode, ROOT, runProgram } = await import('./setup.mjs');
const { readChoice } = await import('./versions.mjs');

const { code } = readChoice(ROOT);
if (code === ROOT) await ensureInstalled();
const args = [join(code, 'cli/club.ts'), ...process.argv.slice(2)];
process.exit(await runProgram(pinnedNode(code), args, { INIT_CWD: calledFrom }));
