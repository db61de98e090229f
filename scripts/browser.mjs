// Finds the machine's Chromium, or installs one: Debian's package as root, else Playwright's own download.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runProgram, runTool, say } from './setup.mjs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

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

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Makes sure that there is a Chromium to test in; undefined where none can be had. */
export async function ensureChromium() {
  if (chromiumPath()) return chromiumPath();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say("Installing Debian's Chromium for the browser tests …");
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('/usr/bin/apt-get', ['update', '-qq'], env);
    await runProgram('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env);
  }
  if (!chromiumPath()) {
    say("Downloading Playwright's Chromium for the browser tests …");
    await runTool('playwright', ['install', 'chromium']);
  }
  return chromiumPath();
}
