import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './app.ts';

const HELD = [
  ...[
    'package.json',
    'package-lock.json',
    'club.config.ts',
    'club',
    'clubroom',
    'app',
    'cli',
    'content',
    'public',
    'sample',
    'scripts',
  ],
  ...['build'],
];

/** A folder as a release is unpacked, of what was built here; its packages are this project's. */
export function unpackRelease(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of HELD)
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const made = { platform: process.platform, arch: process.arch };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(made));
  return folder;
}

const LATER = '1.9.0';
const MIGRATION = '900-novelties';
const STATEMENTS = [
  'create table novelties (key text primary key)',
  "alter table events add column novelty text default 'new'",
];

/**
 * A later version: its number, its styles' file, and a migration where it `migrates`, put into what was built.
 */
export function unpackLater(folder: string, { migrates = true, version = LATER } = {}): string {
  unpackRelease(folder);
  const own = versionOf('package.json');
  replaceIn(join(folder, 'package.json'), `"version": "${own}"`, `"version": "${version}"`);
  const program = join(folder, 'build/server/index.js');
  replaceIn(program, `version: "${own}",`, `version: "${version}",`);
  renameStyles(join(folder, 'build'), program, version);
  if (migrates) for (const file of [program, join(folder, 'app/db/migrations/all.ts')]) addMigration(file);
  return folder;
}

/** No other version has a file of that name. */
function renameStyles(build: string, program: string, version: string): void {
  const assets = join(build, 'client/assets');
  const sheet = readdirSync(assets).find((name) => /^site-[\w-]+\.css$/.test(name)) ?? 'site.css';
  const renamed = `site-${version}.css`;
  renameSync(join(assets, sheet), join(assets, renamed));
  writeFileSync(program, readFileSync(program, 'utf8').replaceAll(sheet, renamed));
}

function addMigration(file: string): void {
  const before = /(["'])049-reserved-addresses\1: \[/;
  replaceIn(file, before, (found) => `"${MIGRATION}": ${JSON.stringify(STATEMENTS)}, ${found}`);
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.edu', ...args], {
    encoding: 'utf8',
  });

/** A folder as `git clone` makes it, built and with packages, without what only tests need. */
export function cloneSources(folder: string): string {
  const files = git('.', 'ls-files', '-co', '--exclude-standard', '-z', ':!test', ':!e2e', ':!bench', ':!docs').split(
    '\0',
  );
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'This version');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { cwd: folder, stdio: 'ignore' });
  return folder;
}

/** Tags a later version, as `git fetch --tags` brings one: with a migration, and other packages in its lock file where that is asked for. */
export function tagLater(folder: string, version: string, { hasOtherPackages = false } = {}): void {
  for (const file of ['package.json', 'package-lock.json'])
    replaceIn(join(folder, file), `"version": "${OWN_VERSION}"`, `"version": "${version}"`);
  addMigration(join(folder, 'app/db/migrations/all.ts'));
  if (hasOtherPackages)
    replaceIn(
      join(folder, 'package-lock.json'),
      '"license": "MIT"',
      '"license": "MIT", "funding": "https://example.org"',
    );
  git(folder, 'commit', '--quiet', '--all', '--message', version);
  git(folder, 'tag', version);
  git(folder, 'reset', '--quiet', '--hard', 'HEAD~1');
}

/** Another checkout of what a tag names, with this project's packages. */
export function checkOut(repository: string, tag: string, folder: string): string {
  git(repository, 'worktree', 'add', '--quiet', '--detach', folder, tag);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** @throws where there is nothing to replace. */
export function replaceIn(file: string, wanted: string | RegExp, by: string | ((found: string) => string)): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(wanted, (found) => (typeof by === 'string' ? by : by(found)));
  expect(after, `${file} has no ${wanted}`).not.toBe(before);
  writeFileSync(file, after);
}

export function versionOf(file: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}

export const OWN_VERSION = versionOf('package.json');
export const LATER_VERSION = LATER;

/** A folder of its own for a test, that goes with it. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-update-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export interface Home {
  folder: string;
  env: NodeJS.ProcessEnv;
  url: string;
  /** Who serves and types commands; whoever tests where it is left out. */
  user?: { uid: number; gid: number };
}

/** A release, or what `make` makes, in a folder with its settings. Nothing serves there yet. */
export async function makeHome(
  folder: string,
  settings: NodeJS.ProcessEnv = {},
  make: (folder: string) => string = unpackRelease,
): Promise<Home> {
  const home = make(join(folder, 'home'));
  const port = String(await freePort());
  const env = {
    ...process.env,
    NODE_ENV: '',
    CLUB_EMPTY: '1',
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    ...settings,
  };
  return { folder: home, env, url: `http://127.0.0.1:${env.PORT}` };
}

export interface Served {
  process: ChildProcess;
  said: () => string;
  /** With everything that it started. */
  kill: (signal: NodeJS.Signals) => Promise<void>;
}

/** In a process group of its own, as a terminal gives it. Resolved once it answers. */
export async function serve({ folder, env, url, user }: Home, program = 'scripts/start.mjs'): Promise<Served> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env,
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const kill = async (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // All of it is gone.
    }
    await closed;
  };
  onTestFinished(() => kill('SIGKILL'));
  await expect
    .poll(() => (child.exitCode === null ? versionAt(url) : `ended: ${said}`), { timeout: 60_000 })
    .toMatch(/^\d/);
  return { process: child, said: () => said, kill };
}

/** '' while nobody answers. */
export async function versionAt(url: string): Promise<string> {
  try {
    const { version }: { version: string } = await (await fetch(`${url}/healthz`)).json();
    return version;
  } catch {
    return '';
  }
}

export function startClub({ folder, env, user }: Home, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/club.mjs', ...args], {
    cwd: folder,
    ...user,
    env: { ...env, INIT_CWD: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(([out, err, code]) => ({
    out,
    err,
    code,
  }));
  return { process: child, ended };
}

export function club(home: Home, ...args: string[]) {
  return startClub(home, ...args).ended;
}
