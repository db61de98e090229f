// Lists the direct dependencies with their newest release; ends with 1 when one has had none for two years.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { fail, ROOT, say } from './setup.mjs';

const run = promisify(execFile);
const TWO_YEARS_MS = 2 * 365.25 * 86_400_000;
const AT_ONCE = 6;

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(`${ROOT}/package.json`, 'utf8'),
);
const pinned = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
const late = [];

/** When the newest version of a package came out, as the registry says; epoch milliseconds. */
async function newestRelease(name) {
  const { stdout } = await run('npm', ['view', name, 'time', '--json'], { maxBuffer: 64 * 1024 * 1024 });
  const { created: _created, modified: _modified, ...versions } = JSON.parse(stdout);
  return Math.max(...Object.values(versions).map((time) => Date.parse(time)));
}

async function checkNext() {
  for (let next = pinned.shift(); next; next = pinned.shift()) {
    const [name, version] = next;
    const released = await newestRelease(name);
    const isLate = Date.now() - released > TWO_YEARS_MS;
    if (isLate) late.push(name);
    console.log(`${name} ${version}`.padEnd(60), new Date(released).toISOString().slice(0, 10), isLate ? 'LATE' : '');
  }
}

const count = pinned.length;
await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
if (late.length > 0) fail(`No release within two years: ${late.join(', ')}.`);
say(`All ${count} direct dependencies had a release within two years.`);
