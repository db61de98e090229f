// npm test: all but the heavy rounds from a fresh clone, closing with a plain 'N passed, N failed' line. `--long`: the heavy rounds, and
// the tests with the tag 'long'.
// npm test -- WORD …: of the tests only those whose file's name has one of these in it; a heavy round's file may be named too.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeStatement } from './accessibility.mjs';
import { ensureOtherBrowsers, ensureTestBrowser } from './browser.mjs';
import { folderForTests } from './folder-for-tests.mjs';
import { buildWhenStale, ensureInstalled, runNode, runTool, say } from './setup.mjs';
import { describeTrouble, troublesOf } from './test-reports.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--long');
const allLong = process.argv.includes('--long');
const long = allLong || words.some((word) => /\blong\/|\.long\.ts$/.test(word));
// Beside the tests' own folders: files of the sample are linked into them.
const results = mkdtempSync(join(folderForTests(), 'clubroom-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const checksFailed = [];

await ensureInstalled();
// Comes while the first checks run.
const browser = ensureTestBrowser();
// One apt-get at a time.
const others = long ? browser.then(() => ensureOtherBrowsers()) : [];
await check('types', () => typecheck());
await check('lint', () => runTool('oxlint', ['--type-aware', '--quiet']));
await check('format', () => runTool('oxfmt', ['--check', '.']));
say('Building …');
await buildWhenStale();
const sample = words.length === 0 ? await prepareSample() : {};
for (const engine of await others) {
  say(`${engine} cannot be had on this machine: nothing is played in it.`);
  total.skipped++;
}
await unitTests();
await browserTests();
// A part of them says nothing of the whole.
if (long && words.length === 0) noteAccessibility();
if (allLong) await onOtherMachines();
tellTroubles();
rmSync(results, { recursive: true, force: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** One sample club, whose pictures' smaller copies are made, for all tests to copy. */
async function prepareSample() {
  say('Preparing the sample club …');
  const folder = join(results, 'sample');
  const code = await runNode(['test/prepare-sample.ts', folder]);
  if (code !== 0) total.failed++;
  return code === 0 ? { CLUBROOM_SAMPLE: folder } : {};
}

async function typecheck() {
  return (await runTool('react-router', ['typegen'])) || runTool('tsc', ['--noEmit']);
}

async function check(name, run) {
  say(`Checking ${name} …`);
  const code = await run();
  total[code === 0 ? 'passed' : 'failed']++;
  if (code !== 0) checksFailed.push(name);
}

async function unitTests() {
  say('Running unit and integration tests …');
  if (long) await vitest('vitest.json', ['--config', 'vitest.long.config.ts'], network());
  else
    await vitest('vitest.json', words.length > 0 ? [] : ['--tagsFilter=!long'], { CLUBROOM_RETRIES: '1', ...sample });
  if (allLong) await vitest('vitest-left-out.json', ['--tagsFilter=long'], sample);
}

async function vitest(name, options, env) {
  const file = join(results, name);
  const code = await runTool(
    'vitest',
    ['run', ...options, '--reporter=dot', '--reporter=json', `--outputFile=${file}`, '--passWithNoTests', ...words],
    env,
  );
  const report = read(file);
  count(report?.numPassedTests, report?.numFailedTests, skippedIn(report, options), code);
}

/** What a filter leaves to the other command is reported as skipped too. */
function skippedIn(report, options) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const isLeftOut = ({ tags = [] }) =>
    options.some((option) => option === (tags.includes('long') ? '--tagsFilter=!long' : '--tagsFilter=long'));
  return tests.filter((one) => ['skipped', 'pending'].includes(one.status) && !isLeftOut(one)).length;
}

async function browserTests() {
  if (!(await browser)) {
    say('No browser can be had on this machine: the browser tests are skipped.');
    total.skipped++;
    return;
  }
  say('Running browser tests …');
  const file = join(results, 'playwright.json');
  const round = long ? { CLUBROOM_LONG: '1' } : { CLUBROOM_RETRIES: '1' };
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...round, ...sample };
  // Whoever names a file wants all of it.
  const leftOut = long || words.length > 0 ? [] : ['--grep-invert=@long'];
  // A line for each test is for who watches; a log has no room for them.
  const reporter = process.stdout.isTTY ? 'line' : 'dot';
  const code = await runTool(
    'playwright',
    ['test', `--reporter=${reporter},json`, '--pass-with-no-tests', ...leftOut, ...words],
    env,
  );
  const { expected, unexpected, flaky, skipped } = read(file)?.stats ?? {};
  count(expected + flaky, unexpected, skipped, code);
}

/** At the very end, where whoever sees only the end of a log finds it. */
function tellTroubles() {
  for (const name of checksFailed) console.log(`Failed: ${name}`);
  const [vitest, playwright, leftOut] = reports();
  const troubles = [...troublesOf(vitest, playwright), ...troublesOf(leftOut)];
  for (const trouble of troubles.filter(({ passed }) => passed))
    console.log(`Passed only at the second go: ${describeTrouble(trouble)}`);
  for (const trouble of troubles.filter(({ passed }) => !passed)) console.log(`Failed: ${describeTrouble(trouble)}`);
}

function reports() {
  return ['vitest', 'playwright', 'vitest-left-out'].map((name) => read(join(results, `${name}.json`)));
}

function noteAccessibility() {
  const [vitest, playwright] = reports();
  if (writeStatement(playwright, vitest))
    say('content/accessibility.json says what /accessibility shows now: commit it.');
}

/** The two commands of README on machines unlike this one. */
async function onOtherMachines() {
  say('Running npm start and npm test as on other machines …');
  const file = join(results, 'anywhere.json');
  const code = await runNode(['scripts/anywhere.mjs', `--outputFile=${file}`, ...words]);
  const { passed, failed, skipped } = read(file) ?? {};
  count(passed, failed, skipped, code);
}

/** The only npm setting of the user's that the tests get: where the registry is. */
function network() {
  return { npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim() };
}

/** A runner that fails without a failing test (a file that cannot be read, say) counts as one failure. */
function count(passed = 0, failed = 0, skipped = 0, code = 0) {
  total.passed += passed || 0;
  total.failed += failed || 0;
  total.skipped += skipped || 0;
  if (code !== 0 && !failed) total.failed++;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
