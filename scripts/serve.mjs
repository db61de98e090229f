// Serves what was built. Use `npm start`, which installs and builds first. `--supervised`: whoever started it starts it again.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive, isSameFolder, nodeVersionFor, readChoice } from './versions.mjs';

const home = process.cwd();
const chosen = readChoice(home);
const isSupervised = process.argv.includes('--supervised') || Boolean(process.env.LISTEN_FDS);

if (process.argv.includes('--own') || !isAnother(chosen.code)) await serve();
else if (nodeVersionFor(chosen.code) === process.version)
  await import(pathToFileURL(join(chosen.code, 'scripts/serve.mjs')).href);
else process.exitCode = await serveWithItsNode();

async function serveWithItsNode() {
  const { pinnedNode, runProgram } = await import('./setup.mjs');
  const args = [join(chosen.code, 'scripts/serve.mjs'), ...process.argv.slice(2)];
  return runProgram(pinnedNode(chosen.code), args);
}

function isAnother(code) {
  return code !== home && !isSameFolder(code, dirname(import.meta.dirname));
}

async function serve() {
  // Beside the program and gone with it: a second start does not compile again. Where it cannot be written, it is left out.
  enableCompileCache(join(import.meta.dirname, '../build/server/compiled'));
  const { run } = await import('../build/server/index.js');
  if (!isSupervised) process.on('exit', becomeChosen);
  await run(chosen.back);
  flushCompileCache();
}

/** Nobody else would start what an update chose: this process becomes the one that does. */
function becomeChosen() {
  const now = readChoice(home);
  if (now.mark === chosen.mark || !isAlive(now.checking) || !process.execve) return;
  process.execve(process.execPath, [process.execPath, join(home, 'scripts/start.mjs')], process.env);
}
