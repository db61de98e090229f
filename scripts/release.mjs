// npm run release [DIR]: a tarball for each processor, with everything that serving needs, and their sums in SHA256SUMS; into
// release/ without DIR. The same tree gives the same bytes. Needs GNU tar, and npm's registry for the other processor's packages.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { buildWhenStale, ensureInstalled, fail, ROOT, say } from './setup.mjs';

const PROCESSORS = ['x64', 'arm64'];
const HELD = [
  ...[
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'club',
    'clubroom',
    'club.config.ts',
    'package-lock.json',
    'package.json',
  ],
  ...['app', 'build', 'cli', 'content', 'deploy', 'docs', 'public', 'sample', 'scripts'],
];
/** Notes about one machine, what only building and testing needs, and pictures for whoever reads the code where it is kept. */
const LEFT_OUT = [
  /^build\/\.clubroom-built$/,
  /^build\/modules\.json$/,
  /^build\/server\/compiled$/,
  /\.test\.tsx?$/,
  /^docs\/pictures$/,
];
/** What packages hold for other systems, or for no program at all. */
const UNUSED_PACKAGES = ['typescript', '@typescript', '.package-lock.json'];
const UNUSED_OF_NODE = ['include', 'share', 'CHANGELOG.md', 'README.md'];

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const target = resolve(process.env.INIT_CWD ?? ROOT, process.argv[2] ?? 'release');
const moment = momentOfTree();

process.umask(0o022);
await ensureInstalled();
await buildWhenStale();
const stage = mkdtempSync(join(tmpdir(), 'clubroom-release-'));
try {
  mkdirSync(target, { recursive: true });
  const sums = [];
  for (const arch of PROCESSORS) {
    const name = `clubroom-${version}-linux-${arch}`;
    say(`Making ${name} …`);
    const folder = join(stage, name);
    fill(folder, arch);
    const file = join(target, `${name}.tar.gz`);
    await pack(folder, file);
    sums.push(`${await sumOf(file)}  ${basename(file)}\n`);
  }
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
say(`The releases are in ${target}`);

function fill(folder, arch) {
  mkdirSync(folder);
  for (const name of HELD)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.some((pattern) => pattern.test(relative(ROOT, path))),
    });
  install(folder, arch);
  writeFileSync(join(folder, 'sbom.json'), billOfMaterials());
  const made = { version, platform: 'linux', arch };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(made, null, 2)}\n`);
}

/** The packages of the lock file, with its sums, for that processor. */
function install(folder, arch) {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  npm([...args, '--no-audit', '--no-fund', '--loglevel=error'], folder);
  const modules = join(folder, 'node_modules');
  for (const name of UNUSED_PACKAGES) rmSync(join(modules, name), { recursive: true, force: true });
  for (const name of UNUSED_OF_NODE)
    rmSync(join(modules, `node-linux-${arch}`, name), { recursive: true, force: true });
  for (const name of readdirSync(join(modules, '.bin')))
    if (!existsSync(join(modules, '.bin', name))) rmSync(join(modules, '.bin', name));
  if (!existsSync(join(modules, `node-linux-${arch}/bin/node`)))
    fail(`npm's registry has brought no Node for ${arch}.`);
}

/** Without the moment and the random number that npm notes in it. */
function billOfMaterials() {
  const args = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
  const { serialNumber: _serialNumber, ...sbom } = JSON.parse(npm(args, ROOT));
  sbom.metadata.timestamp = new Date(moment * 1000).toISOString();
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) fail(`npm ${args[0]} ended with ${status}: ${stderr.trim().split('\n').at(-1)}`);
  return stdout;
}

/** Sorted, of nobody, at one moment; gzip notes neither name nor time of what it reads from a pipe. */
async function pack(folder, file) {
  const order = ['--sort=name', `--mtime=@${moment}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const tar = spawn('tar', [...order, '--mode=u+rwX,go+rX,go-w', '-cf', '-', basename(folder)], {
    cwd: join(folder, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => tar.on('close', done).on('error', () => done(1)));
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(`${file}.unfinished`));
  if ((await ended) !== 0) fail('tar has failed: see its message above.');
  renameSync(`${file}.unfinished`, file);
}

async function sumOf(file) {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest('hex');
}

/** The moment of the last commit, in seconds: the same for whoever makes it again. */
function momentOfTree() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  try {
    const args = ['-c', `safe.directory=${ROOT}`, 'log', '-1', '--format=%ct'];
    return Number(execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return 1_577_836_800;
  }
}
