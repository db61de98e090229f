// Finds the machine's browsers, or installs them: Debian's packages as root; of Chromium, else, Playwright's download.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runProgram, runTool, say } from './setup.mjs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const SHELL = '/usr/bin/chromium-headless-shell';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where Chromium is; undefined where there is none. */
export function chromiumPath() {
  const named = process.env.CHROMIUM_PATH;
  return [named, ...KNOWN, playwrightsOwn()].find((path) => path && existsSync(path));
}

/**
 * Where the browser of the tests is: the same engine without the browser's own windows and menus where that is
 * installed, since it needs a third less of the processor; else Chromium.
 */
export function testBrowserPath() {
  const named = process.env.CHROMIUM_PATH;
  return [named, SHELL].find((path) => path && existsSync(path)) ?? chromiumPath();
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** A downloaded browser may lack libraries of the system: then there is none, rather than one that fails in every test. */
function whichStarts(path) {
  if (!path) return undefined;
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (status === 0) return path;
  say(`${path} does not start: ${(error?.message ?? stderr).trim().split('\n')[0]}`);
  return undefined;
}

/** Makes sure that there is a Chromium for figures and pictures; undefined where none can be had. */
export async function ensureChromium() {
  if (!chromiumPath()) await installPackages(['chromium']);
  if (!chromiumPath()) {
    say("Downloading Playwright's Chromium …");
    await runTool('playwright', ['install', 'chromium']);
  }
  return chromiumPath();
}

/** Makes sure that there is a browser to test in; undefined where none can be had. */
export async function ensureTestBrowser() {
  if (process.env.CHROMIUM_PATH || existsSync(SHELL)) return whichStarts(testBrowserPath());
  // A Chromium that is there is named too: both share a package, and go up together.
  const present = existsSync('/usr/bin/chromium') ? ['chromium'] : [];
  await installPackages(['chromium-headless-shell', ...present]);
  return whichStarts(existsSync(SHELL) ? SHELL : await ensureChromium());
}

/**
 * Where Firefox is, and WebKitGTK with its driver and a display to draw on: Debian's own, as people have them. What is
 * not there is undefined.
 */
export function otherBrowserPaths() {
  const at = (path) => (existsSync(path) ? path : undefined);
  const webkit = {
    driver: at('/usr/bin/WebKitWebDriver'),
    browser: existsSync('/usr/lib') ? miniBrowserPath() : undefined,
    display: at('/usr/bin/Xvfb'),
  };
  const isWhole = Object.values(webkit).every(Boolean);
  return { firefox: at('/usr/bin/firefox-esr'), webkit: isWhole ? webkit : undefined };
}

/** Debian keeps it in a folder of the machine's kind and WebKitGTK's version. */
function miniBrowserPath() {
  const below = (folder, name) =>
    readdirSync(folder)
      .filter((one) => name.test(one))
      .map((one) => join(folder, one));
  return below('/usr/lib', /-linux-gnu/)
    .flatMap((folder) => below(folder, /^webkit2gtk-4\./))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** Makes sure that the other engines are there to test in; gives the names of those that cannot be had. */
export async function ensureOtherBrowsers() {
  const missing = () => {
    const { firefox, webkit } = otherBrowserPaths();
    return [...(firefox ? [] : ['Firefox']), ...(webkit ? [] : ['WebKitGTK'])];
  };
  if (missing().length > 0) await installPackages(['firefox-esr', 'webkit2gtk-driver', 'xvfb']);
  return missing();
}

/** Installs Debian's packages where that is possible; says nothing where it is not. */
async function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`Installing Debian's ${packages.join(' and ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
  await runProgram('/usr/bin/apt-get', ['update', '-qq', ...patience], env);
  await runProgram(
    '/usr/bin/apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...patience, ...packages],
    env,
  );
}
