// npm start: everything from a fresh clone to a serving site. `club update` ends what serves, and what it chose begins here.
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { buildWhenStale, ensureInstalled, pinnedNode, ROOT, runProgram } from './setup.mjs';
import { isAlive, noteEnded, readChoice } from './versions.mjs';

/** Longer than an update looks at what it changed. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;

// Memory that making smaller images took is given back, instead of being kept once per thread.
const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true));

for (;;) {
  const { code, mark } = readChoice(ROOT);
  if (code === ROOT) {
    await ensureInstalled();
    await buildWhenStale();
  }
  const ended = await runProgram(pinnedNode(code), [join(code, 'scripts/serve.mjs'), '--supervised'], env);
  if (isStopped || !(await isChosenAnew(mark))) process.exit(ended);
}

/** Waits as long as an update looks whether the version serves that has just ended: it goes back by itself. */
async function isChosenAnew(mark) {
  for (let left = PATIENCE_MS; left > 0 && !isStopped; left -= LOOK_EVERY_MS) {
    const now = readChoice(ROOT);
    if (now.mark !== mark) return true;
    if (!isAlive(now.checking)) return false;
    noteEnded(ROOT);
    await after(LOOK_EVERY_MS);
  }
  return false;
}
