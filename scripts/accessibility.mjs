// Writes what /accessibility says (content/accessibility.json) from what npm run test:long found: its reports of Playwright and,
// where there is one, of Vitest. Usage: node scripts/accessibility.mjs PLAYWRIGHT.json [VITEST.json]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { testBrowserPath } from './browser.mjs';
import { ROOT } from './setup.mjs';

export const STATEMENT = join(ROOT, 'content/accessibility.json');

/** The tests that let axe look at screens, in Chromium and in the others, and how wide those are there. */
const LOOKING = /(every-screen|admin-screens)\.long\.ts$/;
const LOOKING_ELSEWHERE = /every-screen\.test\.ts$/;
const [THEMES, WIDTHS] = [
  ['light', 'dark'],
  [320, 768, 1280],
];
const WIDTHS_ELSEWHERE = '320, 390 and 1280 pixels';
const TITLE_ENDS = /: (no violations|nothing wider|nothing too wide).*$/;
const RULE_SETS = ['WCAG 2.0 A and AA', 'WCAG 2.1 A and AA', 'WCAG 2.2 AA', 'best practices'];

const SCREENS = /^app\/(root\.tsx|(routes|ui)\/.*\.tsx|.*\.css)$/;

/** A sum of all that makes the screens: another one where any of it has changed. */
export function screensDigest(root = ROOT) {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'app'), { recursive: true })
    .map((file) => `app/${file.replaceAll('\\', '/')}`)
    .filter((file) => SCREENS.test(file))
    .toSorted();
  for (const file of files)
    hash.update(`${file}\0${readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')}\0`);
  return hash.digest('hex');
}

/** Where this is run by itself. */
if (process.argv[1] === import.meta.filename) {
  const [playwright, vitest] = process.argv.slice(2);
  writeStatement(JSON.parse(readFileSync(playwright, 'utf8')), vitest && JSON.parse(readFileSync(vitest, 'utf8')));
}

/** Gives back whether there was something to write. */
export function writeStatement(playwright, vitest) {
  const found = statementOf({ playwright, vitest, chromium: chromium() });
  if (!found) return false;
  writeFileSync(STATEMENT, `${JSON.stringify(found, null, 2)}\n`);
  return true;
}

/** What the reports say; undefined where no screen was looked at. */
export function statementOf({ playwright, vitest, chromium: engine }) {
  const looked = [...specsIn(playwright?.suites ?? [])].filter(({ file }) => LOOKING.test(file));
  if (looked.length === 0) return undefined;
  return {
    testedOn: new Date().toISOString().slice(0, 10),
    release: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    screensDigest: screensDigest(),
    engines: [engine, ...otherEngines(vitest)],
    widths: WIDTHS,
    themes: THEMES,
    rules: rules(),
    screens: [...new Set([...looked, ...resultsOf(vitest, LOOKING_ELSEWHERE)].map(nameOf))],
    shortfalls: [
      ...looked.filter(({ ok }) => !ok).map((spec) => ({ screen: nameOf(spec), what: whatFailed(spec) })),
      ...shortfallsElsewhere(vitest),
    ],
  };
}

/** The releases that CHANGELOG.md names, newest first. */
export function readReleases() {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  return [...text.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, release]) => release);
}

/** Whether screens have changed since, and the statement is older than the newest release by more than one. */
export function isStale({ release, screensDigest: then }, releases, now = screensDigest()) {
  const age = releases.indexOf(release);
  return then !== now && (age < 0 || age > 1);
}

function* specsIn(suites) {
  for (const { specs = [], suites: inner = [] } of suites) {
    yield* specs;
    yield* specsIn(inner);
  }
}

function nameOf({ title }) {
  return title.replace(TITLE_ENDS, '');
}

function whatFailed({ tests = [] }) {
  return rulesIn(tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))));
}

/** By the names of the rules, or that something is too wide; what else failed is said in general. */
function rulesIn(messages) {
  const broken = new Set(
    [...messages.join('\n').matchAll(/(?:["'`]|[a-z]: )([a-z]+(?:-[a-z]+)+): </g)].map(([, rule]) => rule),
  );
  if (broken.size > 0) return [...broken].join(', ');
  return messages.some((message) => / px wide: /.test(message)) ? 'wider than the window' : 'the test did not pass';
}

function chromium() {
  const said = execFileSync(testBrowserPath() ?? 'chromium', ['--version'], { encoding: 'utf8' });
  return `Chromium ${/\d+/.exec(said)?.[0] ?? ''}`.trim();
}

/** Those in which every screen was looked at, or else the journeys were played. */
function otherEngines(report) {
  const namesOf = (file, isMeant = () => true) => new Set(resultsOf(report, file).filter(isMeant).map(engineOf));
  const looked = namesOf(LOOKING_ELSEWHERE);
  const played = namesOf(/engines\.test\.ts$/, ({ status }) => status === 'passed').difference(looked);
  return [
    ...[...looked].map((name) => `${name} (${WIDTHS_ELSEWHERE})`),
    ...[...played].map((name) => `${name} (journeys, without the rules)`),
  ];
}

function shortfallsElsewhere(report) {
  const failed = resultsOf(report, LOOKING_ELSEWHERE).filter(({ status }) => status !== 'passed');
  return failed.map((result) => ({
    screen: `${nameOf(result)} in ${engineOf(result)}`,
    what: rulesIn(result.failureMessages ?? []),
  }));
}

function resultsOf(report, file) {
  const files = (report?.testResults ?? []).filter(({ name }) => file.test(name));
  return files.flatMap(({ assertionResults }) => assertionResults);
}

function engineOf({ ancestorTitles }) {
  return /Debian’s (\w+)/.exec(ancestorTitles.join(' '))?.[1];
}

function rules() {
  const require = createRequire(join(ROOT, 'node_modules/@axe-core/playwright/package.json'));
  const axe = require('axe-core');
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return { tool: `axe-core ${axe.version}`, count: axe.getRules(tags).length, sets: RULE_SETS };
}
