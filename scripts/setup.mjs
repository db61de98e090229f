// Runs on any Node from 20 on, before anything is installed: uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutChecksum } from './lock-checksums.mjs';
import { isRelease, nodeOf } from './versions.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const BIN = join(MODULES, '.bin');
const INSTALLED = join(MODULES, '.clubroom-installed');
const BUILT = join(ROOT, 'build/.clubroom-built');
/** Everything that the built program is made of. */
const SOURCES = ['app', 'public', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package-lock.json'];

/** As shells have it of a program that SIGKILL ended. */
const KILLED = 137;

process.chdir(ROOT);

/** Installs the packages of the lock file unless they are there. */
export async function ensureInstalled() {
  if (isRelease(ROOT)) return;
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return;
  // npm would empty the folder that a link leads to, under whoever else works with it.
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const { packages } = JSON.parse(lock.toString());
  if (isInstalledByHand(packages)) return;
  const [unchecked] = withoutChecksum(packages);
  if (unchecked) fail(`package-lock.json has no checksum for ${unchecked}: what comes could be anything.`);
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < 20) fail(`Clubroom needs Node 20 or newer, and this is ${node}.`);
  say('Installing packages (about a minute, only the first time) …');
  // What builds is a development package: a shell with NODE_ENV=production would leave it out.
  const wants = ['--include=dev', '--strict-allow-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runProgram('npm', ['ci', ...wants]);
  if (code === KILLED) {
    fail(
      'npm ci was killed by the system, most likely for want of memory: it takes about 1 GB. Add swap, or install and build on a larger machine and copy the folder (docs/deploy.md).',
    );
  }
  if (code !== 0) fail(`npm ci ended with code ${code}: see its message above, then run the same command again.`);
  writeFileSync(INSTALLED, wanted);
}

/** npm writes this list when all the packages are there: whoever typed `npm ci` need not wait for it again. */
function isInstalledByHand(packages) {
  const installed = readInstalled();
  if (!installed) return false;
  return Object.entries(packages).every(
    ([path, { optional, integrity }]) => !path || optional || installed[path]?.integrity === integrity,
  );
}

/** undefined if the list is missing, or a full disk has cut it off. */
function readInstalled() {
  try {
    return JSON.parse(readFileSync(join(MODULES, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The Node that a version is pinned to; the system's own where no package for this platform exists (README.md). */
export function pinnedNode(folder = ROOT) {
  const pinned = nodeOf(folder);
  if (pinned) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(`This machine (${process.platform} ${process.arch}) needs Node 24 or newer, and has ${process.version}.`);
}

/** Runs the pinned Node with `args`; gives its exit code. */
export function runNode(args, env = {}) {
  return runProgram(pinnedNode(), args, env);
}

/** Runs a command that a package brings; gives its exit code. */
export function runTool(name, args, env = {}) {
  return runNode([join(BIN, name), ...args], env);
}

/** Runs a program in the project's folder with this terminal; signals are passed on, its exit code is given back. */
export function runProgram(program, args, env = {}) {
  return new Promise((resolve) => {
    const path = [dirname(program), BIN, process.env.PATH].join(delimiter);
    const { sockets, without } = inheritedSockets();
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', ...sockets],
      env: { ...process.env, ...without, PATH: path, ...env },
    });
    // Ctrl+C reaches the child by itself; it decides when to end, and this process ends with it.
    const wait = () => {};
    const pass = () => child.kill('SIGTERM');
    process.on('SIGINT', wait);
    process.on('SIGTERM', pass);
    child.on('error', (error) => {
      console.error(`${program} cannot be started: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code, signal) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', pass);
      const codes = { SIGTERM: 0, SIGINT: 0, SIGKILL: KILLED };
      resolve(code ?? codes[signal] ?? 1);
    });
  });
}

/** What systemd handed to this process is the child's: nobody else listens there. */
function inheritedSockets() {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (LISTEN_PID !== String(process.pid)) return { sockets: [], without: {} };
  const sockets = Array.from({ length: Number(LISTEN_FDS) }, (_, at) => 3 + at);
  return { sockets, without: { LISTEN_PID: undefined } };
}

/** Builds the program unless what was built last is made of the same sources. */
export async function buildWhenStale() {
  if (isRelease(ROOT)) return;
  const wanted = fingerprint();
  if (existsSync(BUILT) && readFileSync(BUILT, 'utf8') === wanted) return;
  say('Building (a few seconds, only after a change) …');
  const code = await runNode(['scripts/build.mjs', '--quiet']);
  if (code !== 0) fail('The build failed: see its message above.');
}

/** Notes which sources the build was made of. */
export function stampBuild() {
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, fingerprint());
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesBelow(join(ROOT, source))) {
      if (file.endsWith('.test.ts')) continue;
      const { mtimeMs, size } = statSync(file);
      hash.update(`${file} ${mtimeMs} ${size}\n`);
    }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

export function say(text) {
  console.log(`clubroom: ${text}`);
}

export function fail(text) {
  console.error(`clubroom: ${text}`);
  process.exit(1);
}
