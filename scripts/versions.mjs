// Which version serves in a folder: its own, or one below versions/ that `club update` chose (docs/decisions/0013-versions.md).
// Runs on any Node from 20 on, and uses nothing but Node itself.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const VERSIONS = 'versions';
const CURRENT = 'current.json';
/** Where the version that was served ended while an update looked at it. */
const ENDED = 'ended';
export const OWN = '.';

/** What `club update` wrote; undefined where nobody updated, or where the folder's own code was renewed by hand since. */
export function readChange(home) {
  let change;
  try {
    change = JSON.parse(readFileSync(join(home, VERSIONS, CURRENT), 'utf8'));
  } catch {
    return undefined;
  }
  const isThere = existsSync(join(folderOf(home, change.folder), 'package.json'));
  return isThere && change.over === versionIn(home) ? change : undefined;
}

/** The code that serves, and whether data from before has to be put back first. `mark` is another after each change of it. */
export function readChoice(home) {
  const { folder = OWN, mark, back, checking } = readChange(home) ?? {};
  return { code: folderOf(home, folder), back, checking, mark };
}

/** At once: whoever is killed meanwhile leaves the one or the other. */
export function writeChange(home, change) {
  const folder = join(home, VERSIONS);
  const file = join(folder, CURRENT);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  rmSync(join(folder, ENDED), { force: true });
  const text = `${JSON.stringify({ ...change, over: versionIn(home) }, null, 2)}\n`;
  writeFileSync(`${file}.unfinished`, text, { mode: 0o644, flush: true });
  renameSync(`${file}.unfinished`, file);
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

export function folderOf(home, folder) {
  return folder === OWN ? home : join(home, VERSIONS, folder);
}

export function versionIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

export function isSameFolder(one, other) {
  return realpathSync(one) === realpathSync(other);
}

/** An update is told, so that it need not wait for what does not come. */
export function noteEnded(home) {
  try {
    writeFileSync(join(home, VERSIONS, ENDED), '');
  } catch {
    // It waits for its time then.
  }
}

export function hasEnded(home) {
  return existsSync(join(home, VERSIONS, ENDED));
}

export function isAlive(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A release is built, and has its packages: `npm run release` makes it. */
export function isRelease(folder) {
  return existsSync(join(folder, 'release.json'));
}

/** The Node that a version brings along; undefined where this machine cannot run it, or it brings none. */
export function nodeOf(folder) {
  const pinned = join(packageOfNode(folder), 'bin/node');
  // A Linux with another C library, such as Alpine, cannot run what the package holds.
  const isGlibc = process.platform === 'linux' && Boolean(process.report.getReport().header.glibcVersionRuntime);
  return isGlibc && existsSync(pinned) ? pinned : undefined;
}

/** As `process.version` has it: of the Node that a version brings along, else this one's. */
export function nodeVersionFor(folder) {
  return nodeOf(folder) ? `v${versionIn(packageOfNode(folder))}` : process.version;
}

function packageOfNode(folder) {
  return join(folder, `node_modules/node-linux-${process.arch}`);
}
