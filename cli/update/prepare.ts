import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRelease, isSameFolder, nodeOf, OWN, versionIn, VERSIONS } from '../../scripts/versions.mjs';
import { sized } from '../output.ts';
import type { Found } from './data-steps.ts';

/** The new version in a folder of its own, built, beside the one that serves. */
export interface Prepared {
  /** Below versions/. */
  name: string;
  code: string;
  version: string;
  /** It serves: `remove` is not called. */
  isKept: boolean;
  remove: () => void;
}

interface Wish {
  home: string;
  now: { folder: string; code: string };
  found: Found;
  /** As it was typed. */
  to: string;
  /** What was typed, as a path. */
  folder: string;
}

const UNFINISHED = '.unfinished';
/** What a checkout has of its own, and no other folder needs. */
const LEFT_OUT = ['.git', '.env', '.react-router', 'backups', 'data', 'test-results', VERSIONS];
/** What a release has, and a checkout makes for itself. */
const MADE = ['build', 'node_modules'];
/** The copy of the tables to rehearse on, the copy of that, and the one from before the update. */
const COPIES = 4;
/** NFS, SMB, CIFS, SMB2, AFS and 9P, as the kernel numbers file systems. */
const NETWORK_DISKS = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x01021997]);

const packageSchema = z.object({ name: z.literal('clubroom'), version: z.string() });
const lockSchema = z.object({ packages: z.record(z.string(), z.unknown()) });
const releaseSchema = z.object({ platform: z.string(), arch: z.string() });
/** What every version holds, a release or a checkout. */
const HELD = ['scripts/serve.mjs', 'cli/club.ts', 'package-lock.json'];

/** @throws an error with one sentence where it cannot be updated to; nothing is left behind then. */
export async function prepare(wish: Wish): Promise<Prepared> {
  const { home, now, found, to, folder } = wish;
  requireLocalDisk(found);
  sayClock(found);
  const typed = statSync(folder, { throwIfNoEntry: false });
  if (typed?.isFile()) throw new Error(`${folder} is a file: unpack it, and name the folder.`);
  const source = typed?.isDirectory() ? fromFolder(folder) : await fromTag(wish);
  if (source.folder && [home, now.code].some((one) => isSameFolder(one, folder)))
    throw new Error(`${folder} is this version itself.`);
  const { version } = source;
  if (version === versionIn(now.code)) throw new Error(`${to} is version ${version}, which is this version itself.`);
  if (isOlder(version, found.version ?? versionIn(now.code)))
    throw new Error(
      `${to} is version ${version}, and the data was written by version ${found.version}: it is older than the data.`,
    );
  const name = `${version}-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;
  const code = join(home, VERSIONS, name);
  const unfinished = `${code}${UNFINISHED}`;
  removeUnfinished(home);
  await requireRoom(wish, source.folder ?? now.code);
  mkdirSync(unfinished, { mode: 0o755 });
  const remove = (one: string) => rmSync(one, { recursive: true, force: true, maxRetries: 5 });
  const removeBoth = () => [code, unfinished].forEach(remove);
  try {
    console.log(`Making version ${version} ready beside this one …`);
    await source.copyTo(unfinished);
    if (!isRelease(unfinished)) await addPackages(unfinished, source.folder, now.code);
    // Everyone may read it, as whoever serves has to, and its owner alone may write it.
    await run('chmod', ['-R', 'u+rwX,go+rX,go-w', unfinished], home);
    // An update that was killed within this second has left one of this name, which nothing serves.
    remove(code);
    renameSync(unfinished, code);
    if (!isRelease(code)) await build(code);
    requireBuilt(code);
    chmodSync(code, 0o755);
  } catch (error) {
    removeBoth();
    throw error;
  }
  return { name, code, version, isKept: false, remove: removeBoth };
}

/** The versions that are left are the one that serves and the one before. */
export function removeOthers(home: string, kept: string[]): void {
  for (const { name } of readdirSync(join(home, VERSIONS), { withFileTypes: true }).filter((one) => one.isDirectory()))
    if (name !== OWN && !kept.includes(name)) rmSync(join(home, VERSIONS, name), { recursive: true, force: true });
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(join(home, VERSIONS)))
    if (name.endsWith(UNFINISHED)) rmSync(join(home, VERSIONS, name), { recursive: true, force: true });
}

interface Source {
  version: string;
  /** Undefined for a tag. */
  folder: string | undefined;
  copyTo: (folder: string) => Promise<void>;
}

function fromFolder(folder: string): Source {
  const version = parsed(packageSchema, readIfThere(join(folder, 'package.json')))?.version;
  const made = isRelease(folder) ? parsed(releaseSchema, readIfThere(join(folder, 'release.json'))) : madeFor(folder);
  if (version === undefined || !made || !HELD.every((file) => existsSync(join(folder, file))))
    throw new Error(
      `${folder} holds no version of Clubroom: name the folder of an unpacked release, or of a checkout.`,
    );
  const { platform, arch } = process;
  if (made.platform !== platform || made.arch !== arch)
    throw new Error(`${folder} is made for ${made.platform}-${made.arch}, and this machine is ${platform}-${arch}.`);
  const leftOut = new Set([...LEFT_OUT, ...(isRelease(folder) ? [] : MADE)]);
  const entries = readdirSync(folder).filter((name) => !leftOut.has(name));
  return {
    version,
    folder,
    async copyTo(to) {
      await run('cp', ['-RP', ...entries.map((name) => join(folder, name)), to], folder);
    },
  };
}

async function fromTag({ home, to }: Wish): Promise<Source> {
  const git = (...args: string[]) => run('git', ['-c', `safe.directory=${home}`, '-C', home, ...args], home);
  const unknown = new Error(
    `There is no folder and no tag ‘${to}’: ‘git fetch --tags’ brings the tags that are known elsewhere.`,
  );
  const found = /^[\w./-]+$/.test(to) && !to.startsWith('-');
  const commit = found && (await git('rev-parse', '--verify', '--quiet', `refs/tags/${to}^{commit}`).catch(() => ''));
  if (!commit) throw unknown;
  const version = parsed(packageSchema, await git('show', `${commit.trim()}:package.json`))?.version;
  if (version === undefined) throw new Error(`The tag ${to} holds no version of Clubroom.`);
  return {
    version,
    folder: undefined,
    async copyTo(folder) {
      const file = join(folder, 'code.tar');
      await git('archive', '--format=tar', `--output=${file}`, commit.trim());
      await run('tar', ['-xf', file, '-C', folder], folder);
      rmSync(file);
    },
  };
}

function parsed<Content>(schema: z.ZodType<Content>, json: string): Content | undefined {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** A checkout's packages bring the Node of one processor; without packages it is made for none alone. */
function madeFor(folder: string): z.output<typeof releaseSchema> {
  const { platform, arch } = process;
  const modules = join(folder, 'node_modules');
  const brought = existsSync(modules) ? readdirSync(modules).filter((name) => /^node-linux-/.test(name)) : [];
  const [first] = brought;
  if (platform !== 'linux' || !first || brought.includes(`node-linux-${arch}`)) return { platform, arch };
  return { platform, arch: first.replace('node-linux-', '') };
}

function isOlder(version: string, than: string): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  const [otherFirst = 0, otherSecond = 0] = than.split('.').map(Number);
  return first < otherFirst || (first === otherFirst && second < otherSecond);
}

function requireLocalDisk({ dialect, disk }: Found): void {
  if (dialect === 'sqlite' && NETWORK_DISKS.has(disk))
    throw new Error(
      'The data folder is on a network disk, where SQLite’s locks cannot be trusted: move it to a disk of this machine first.',
    );
}

/** What was kept ‘later’ than now was kept by a clock that ran ahead, or this one is behind. */
function sayClock({ copies }: Found): void {
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const later = copies
    .flatMap(({ kept, givenUp }) => [...kept, ...givenUp])
    .find((one) => basename(one).slice(0, now.length) > now);
  if (later)
    console.error(
      `This machine’s clock says ${now.slice(0, 10)}, and ${later} was kept later than that: is the clock right?`,
    );
}

async function requireRoom({ home, found }: Wish, source: string): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  const code = Number((await run('du', ['-sk', source], home)).split('\t')[0]) * 1024;
  const data = found.bytes * COPIES;
  const need = (what: string, wanted: number, free: number) =>
    new Error(
      `There is no room for ${what}: it takes about ${sized(wanted)}, and ${sized(free)} are free. Nothing was changed.`,
    );
  if (bavail * bsize < code) throw need(`the new version in ${home}`, code, bavail * bsize);
  if (found.free < data) throw need('copies of the data', data, found.free);
}

/** A checkout's own where it has them; else this version's where both need the same; a tag's come by npm. */
async function addPackages(code: string, folder: string | undefined, now: string): Promise<void> {
  const own = folder && existsSync(join(folder, 'node_modules')) ? folder : undefined;
  const from = own ?? (hasSamePackages(code, now) ? now : undefined);
  if (!from && folder) throw new Error(`${folder} has no packages: run ‘npm ci’ there first.`);
  if (!from) return;
  // Also where the folder is a link.
  await run('cp', ['-RP', `${join(from, 'node_modules')}/.`, join(code, 'node_modules')], code);
  const lock = createHash('sha256')
    .update(readFileSync(join(code, 'package-lock.json')))
    .digest('hex');
  await run('sh', ['-c', 'printf %s "$0" > node_modules/.clubroom-installed', lock], code);
}

function hasSamePackages(one: string, other: string): boolean {
  const packages = [one, other].map((folder) => {
    const { '': _itself, ...rest } = lockSchema.parse(
      JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')),
    ).packages;
    return rest;
  });
  return !isRelease(other) && isDeepStrictEqual(packages[0], packages[1]);
}

async function build(code: string): Promise<void> {
  const hasPackages = existsSync(join(code, 'node_modules'));
  console.log(hasPackages ? 'Building it …' : 'Building it, once npm has installed its packages (a minute or more) …');
  await run(nodeOf(code) ?? process.execPath, ['scripts/build.mjs', '--quiet'], code);
}

function requireBuilt(code: string): void {
  if (!existsSync(join(code, 'build/server/index.js'))) throw new Error(`${code} could not be built.`);
}

/** @throws its last line where it fails. */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((done) => {
    child.on('error', () => done(1)).on('close', done);
  });
  const [said, faults, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code === 0) return said;
  const why = faults.trim().split('\n').at(-1) ?? '';
  throw new Error(`${program} ${args[0]} ended with ${code}: ${why}`);
}
