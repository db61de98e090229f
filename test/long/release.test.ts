import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DRILL_STEPS } from '../../app/domain/drills/drill-steps.ts';
import { freePort } from '../app.ts';
import { littleMemory } from '../little-memory.ts';
import { OWN_VERSION, versionAt } from '../update-homes.ts';

const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const MEMORY_MB = 512;
/** What ELF calls a processor. */
const MACHINES = { x64: 62, arm64: 183 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-release-'));
  chmodSync(folder, 0o755);
  for (const name of ['one', 'other']) {
    const made = spawnSync('npm', ['run', 'release', '--', join(folder, name)], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
  }
}, 1_800_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const tarball = (arch: string, where = 'one') => join(folder, where, `clubroom-${OWN_VERSION}-linux-${arch}.tar.gz`);

function unpack(arch: string): string {
  const into = join(folder, arch);
  mkdirSync(into, { mode: 0o755 });
  const { status } = spawnSync('tar', ['-xzf', tarball(arch), '-C', into]);
  expect(status).toBe(0);
  return join(into, `clubroom-${OWN_VERSION}-linux-${arch}`);
}

test('the same tree gives the same bytes, with their sums beside them', () => {
  const names = ['SHA256SUMS', ...['arm64', 'x64'].map((arch) => `clubroom-${OWN_VERSION}-linux-${arch}.tar.gz`)];
  expect(readdirSync(join(folder, 'one')).toSorted()).toEqual(names);
  const sums = names.slice(1).map((name) => `${sumOf(join(folder, 'one', name))}  ${name}\n`);
  expect(
    readFileSync(join(folder, 'one/SHA256SUMS'), 'utf8')
      .split(/(?<=\n)/)
      .toSorted(),
  ).toEqual(sums.toSorted());
  expect(readFileSync(join(folder, 'other/SHA256SUMS'), 'utf8')).toBe(
    readFileSync(join(folder, 'one/SHA256SUMS'), 'utf8'),
  );
});

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

test('both have the same files but for what is made for a processor, and every program is for that one', () => {
  const listed = ['x64', 'arm64'].map((arch) => {
    const { stdout } = spawnSync('tar', ['-tzf', tarball(arch)], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return stdout.split('\n').map((path) => path.replace(`-linux-${arch}`, ''));
  });
  const [x64 = [], arm64 = []] = listed.map((paths) => paths.filter((path) => !/linux-(x64|arm64)/.test(path)));
  expect(arm64).toEqual(x64);
  for (const name of ['clubroom', 'club', 'LICENSE', 'CHANGELOG.md', 'sbom.json', 'build/server/index.js'])
    expect(x64).toContain(`clubroom-${OWN_VERSION}/${name}`);
  const code = unpack('arm64');
  const programs = globSync('node_modules/**/*', { cwd: code }).flatMap((path) => {
    const machine = machineOf(join(code, path));
    return machine === undefined ? [] : [[path, machine]];
  });
  expect(programs.length).toBeGreaterThan(2);
  expect(programs.filter(([, machine]) => machine !== MACHINES.arm64)).toEqual([]);
});

/** Undefined for what is no program or library of Linux. */
function machineOf(file: string): number | undefined {
  if (!statSync(file).isFile()) return undefined;
  const head = Buffer.alloc(20);
  readSync(openSync(file, 'r'), head, 0, 20, 0);
  return head.toString('latin1', 0, 4) === '\x7fELF' ? head.readUInt16LE(18) : undefined;
}

const sbomSchema = z.object({ components: z.array(z.object({ name: z.string() })) });

test(`this machine’s starts as another user in a folder that nobody may write, without npm, on ${MEMORY_MB} MB`, async () => {
  const code = unpack(process.arch);
  for (const path of globSync('**/*', { cwd: code }))
    chmodSync(join(code, path), statSync(join(code, path)).mode & ~0o222);
  chmodSync(code, 0o555);
  onTestFinished(() => {
    spawnSync('chmod', ['-R', 'u+w', code]);
  });
  const sbom = sbomSchema.parse(JSON.parse(readFileSync(join(code, 'sbom.json'), 'utf8')));
  expect(sbom.components.map(({ name }) => name)).toContain('hono');
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o777 });
  chmodSync(data, 0o777);
  const port = String(await freePort());
  // Only what a shell itself needs.
  const env = { PATH: '/usr/bin:/bin', PORT: port, DATA_DIR: join(data, 'club') };
  const memory = littleMemory(MEMORY_MB);
  // Whoever is root enters the group and then gives its rights away.
  const enter = memory ? 'echo $$ > "$1"; shift; exec "$@"' : 'shift; exec "$@"';
  const asNobody = USER.uid ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const site = spawn('sh', ['-c', enter, 'sh', memory?.procs ?? '', ...asNobody, join(code, 'clubroom')], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(async () => {
    if (site.pid && site.exitCode === null) process.kill(-site.pid, 'SIGKILL');
    await expect.poll(() => (memory ? readFileSync(memory.procs, 'utf8') : ''), { timeout: 10_000 }).toBe('');
    memory?.close();
  });
  let said = '';
  for (const output of [site.stdout, site.stderr]) output.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => (site.exitCode === null ? versionAt(url) : said), { timeout: 120_000 }).toBe(OWN_VERSION);
  for (const path of ['/home', '/events', '/guide', '/team', '/share.png', '/icon-192.png'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  expect(peakOf(site.pid ?? 0)).toBeLessThan(MEMORY_MB);
  const held = memory ? readFileSync(memory.procs, 'utf8').split('\n') : [String(site.pid)];
  expect(held).toContain(String(site.pid));
  const version = spawnSync(join(code, 'club'), ['version'], { cwd: '/', env, encoding: 'utf8', ...USER });
  expect(version).toMatchObject({ stdout: `${OWN_VERSION}\n`, stderr: '', status: 0 });

  const backup = join(data, 'backup');
  expect(spawnSync(join(code, 'club'), ['backup', backup], { cwd: '/', env, ...USER }).status).toBe(0);
  const drill = spawnSync('sh', ['-c', drillIn('a release').replace('BACKUP', backup)], {
    cwd: code,
    env: { PATH: env.PATH },
    encoding: 'utf8',
    ...USER,
  });
  expect(drill).toMatchObject({ stdout: expect.stringMatching(/^Code: \S+$/m), status: 0 });
  const closed = once(site, 'close');
  site.kill('SIGTERM');
  expect((await closed)[0]).toBe(0);
});

/** The sheet's command, as its step says to type it there. */
function drillIn(place: string): string {
  const step = DRILL_STEPS.find(({ command }) => command);
  const [, typed = '', usual = ''] =
    new RegExp(`In ${place}, type ‘(.+)’ in place of ‘(.+)’`).exec(step?.says ?? '') ?? [];
  return step?.command?.replace(usual, typed) ?? '';
}

/** The most that the process and those below it held in memory at a time, each for itself, in MB. */
function peakOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,pgid='], { encoding: 'utf8' });
  const group = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .filter(([, pgid]) => pgid === pid);
  expect(group.length).toBeGreaterThan(1);
  return group.reduce((sum, [one]) => {
    const status = readFileSync(`/proc/${one}/status`, 'utf8');
    return sum + Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }, 0);
}
