// node scripts/anywhere.mjs [WORD …]: shows that `npm start` and `npm test` do what README says on machines unlike this one. Each round
// copies the project to a folder of its own, as a fresh clone has it, and runs both there. WORD …: only the tests of files named so.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { ROOT, say } from './setup.mjs';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const output = process.argv.find((word) => word.startsWith('--outputFile='))?.slice('--outputFile='.length);
const total = { passed: 0, failed: 0, skipped: 0 };
const folder = mkdtempSync(join(tmpdir(), 'clubroom-anywhere-'));
chmodSync(folder, 0o755);
const mask = process.umask(0o022);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

try {
  const tools = fetchTools();
  const taken = await takePort(3000);
  if (tools) for (const round of [elsewhere(tools), newest(tools)]) await play(round);
  taken?.close();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.umask(mask);
}
if (output) writeFileSync(output, JSON.stringify(total));
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`Anywhere: ${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** The oldest and the newest Node that README names, and typefaces; undefined where there are none for this machine. */
function fetchTools() {
  const node = `node-${process.platform}-${process.arch}`;
  const wanted = [`oldest@npm:${node}@20`, `latest@npm:${node}@latest`, 'dejavu-fonts-ttf@2.37.3'];
  const typefaces = ['@embedpdf/fonts-latin@1.0.0', '@embedpdf/fonts-arabic@1.0.0', '@embedpdf/fonts-hebrew@1.0.0'];
  const options = { cwd: folder, encoding: 'utf8' };
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...wanted, ...typefaces], options);
  if (status !== 0)
    return cannot(`have ${node} of another version, or typefaces, from npm's registry: nothing is played`);
  const below = (name) => join(folder, 'node_modules', name);
  return {
    oldest: below('oldest/bin/node'),
    latest: below('latest/bin/node'),
    dejavu: below('dejavu-fonts-ttf'),
    many: [below('dejavu-fonts-ttf'), below('@embedpdf')],
  };
}

/** Another user without root, an odd path, an empty cache, another zone and language, the oldest Node, one typeface. */
function elsewhere({ oldest, dejavu }) {
  if (!isRoot) cannot('be another user than this one, who is not root either');
  return {
    name: isRoot ? 'Another user' : 'This user',
    user: isRoot ? NOBODY : undefined,
    umask: 0o022,
    home: join(folder, 'Größe & Übung'),
    node: oldest,
    fonts: [dejavu],
    typefaces: 'only DejaVu',
    env: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
    settings: {},
  };
}

/** The newest Node, many typefaces, a folder that nobody else may enter, and a shell and .env full of another club's settings. */
function newest({ latest, many }) {
  return {
    name: isRoot ? 'Root' : 'This user again',
    user: undefined,
    umask: 0o077,
    home: join(folder, 'private'),
    node: latest,
    fonts: many,
    typefaces: 'many typefaces',
    env: { TZ: 'UTC', LANG: 'C', NODE_ENV: 'production' },
    settings: { DATABASE_URL: 'postgres://club@127.0.0.1:1/club', SMTP_URL: 'smtp://127.0.0.1:1', CLUB_EMPTY: '1' },
  };
}

async function play({ name, user, umask, home, node, fonts, typefaces, env, settings }) {
  mkdirSync(home, { mode: 0o777 & ~umask });
  const clone = join(home, 'clubroom');
  copyProject(clone);
  // Tests read neither: whoever has such a file keeps their club's database.
  writeFileSync(join(clone, '.env'), linesOf(settings));
  writeFileSync(join(home, 'fonts.conf'), fontConfig(fonts, join(home, 'font-cache')));
  const bin = programsWithoutGit(join(home, 'bin'));
  if (user !== undefined) giveTo(user, home);
  const options = {
    cwd: clone,
    env: {
      ...network(),
      PATH: [dirname(node), bin].join(delimiter),
      HOME: home,
      TMPDIR: tmpdir(),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
      ...env,
    },
    ...(user !== undefined && { uid: user, gid: user }),
  };
  const shell = (given, ...args) => run(args, umask, { ...options, env: { ...options.env, ...given } });
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const what = [
    `Node ${version}`,
    'no git',
    "an empty cache of npm's",
    typefaces,
    linesOf(env).trim().replaceAll('\n', ', '),
  ];
  say(`${name}: ${what.join(', ')}, in ${clone}`);

  // An empty setting goes before that of .env.
  const own = { ...Object.fromEntries(Object.keys(settings).map((key) => [key, ''])), DATA_DIR: join(home, 'data') };
  const refused = shell(own, 'start');
  const isRefused = (await refused.ended) !== 0;
  const lines = refused
    .said()
    .split('\n')
    .filter((line) => line.startsWith('Setting '));
  const isClear = isRefused && lines.length === 1 && /^Setting PORT: 3000 is taken/.test(lines[0]);
  note(`${name}: npm start where port 3000 is taken: ${lines.join(' ')}`, isClear, refused);

  const port = await freePort();
  const site = shell({ ...own, PORT: String(port) }, 'start');
  const isServed = await answers(`http://localhost:${port}`, site);
  site.stop('SIGINT');
  await site.ended;
  note(`${name}: npm start serves at http://localhost:${port}, until it is stopped`, isServed, site);

  const tests = shell(settings, 'test', ...(words.length > 0 ? ['--', ...words] : []));
  const code = await tests.ended;
  note(
    `${name}: npm test: ${tests
      .said()
      .trimEnd()
      .split('\n')
      .findLast((line) => /^\d+ passed, /.test(line))}`,
    code === 0,
    tests,
  );
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

function note(line, isRight, { said }) {
  total[isRight ? 'passed' : 'failed']++;
  if (isRight) return say(`yes: ${line}`);
  const log = join(tmpdir(), `clubroom-anywhere-${Date.now()}.log`);
  writeFileSync(log, said());
  console.error(said().slice(-20_000));
  return say(`NO: ${line} (all that it said: ${log})`);
}

function cannot(what) {
  total.skipped++;
  say(`This machine cannot ${what}.`);
}

/** What a fresh clone holds: everything but what .gitignore names. */
function copyProject(to) {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const isIgnored = (path) =>
    ignored.some((line) => {
      const name = line.replace(/\/$/, '');
      if (name.startsWith('/')) return path === name.slice(1);
      return name.startsWith('*') ? path.endsWith(name.slice(1)) : basename(path) === name;
    });
  const filter = (source) => {
    const path = relative(ROOT, source);
    return path === '' || (basename(path) !== '.git' && !isIgnored(path));
  };
  cpSync(ROOT, to, { recursive: true, filter });
}

/** Links to everything that can be called here, but git, and but a Node of this machine's. */
function programsWithoutGit(to) {
  mkdirSync(to);
  const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', ...process.env.PATH.split(delimiter)];
  for (const from of folders.filter((path) => existsSync(path) && !path.includes('node_modules')))
    for (const name of readdirSync(from))
      if (!/^(git|node$|nodejs$|npx$|corepack$)/.test(name) && !existsSync(join(to, name)))
        symlinkSync(realpathOf(join(from, name)), join(to, name));
  return to;
}

function realpathOf(path) {
  return existsSync(path) ? realpathSync(path) : path;
}

function giveTo(user, path) {
  for (const below of readdirSync(path, { recursive: true })) lchownSync(join(path, below), user, user);
  lchownSync(path, user, user);
}

function fontConfig(fonts, cache) {
  const tag = (name, text) => `<${name}>${text.replaceAll('&', '&amp;')}</${name}>`;
  return `<?xml version="1.0"?><fontconfig>${fonts.map((path) => tag('dir', path)).join('')}${tag('cachedir', cache)}</fontconfig>`;
}

/** How this machine reaches npm's registry. */
function network() {
  const kept = Object.entries(process.env).filter(([name]) =>
    /_proxy$|^(NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
  );
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  return { ...Object.fromEntries(kept), npm_config_registry: registry };
}

function linesOf(values) {
  return Object.entries(values)
    .map((pair) => `${pair.join('=')}\n`)
    .join('');
}

/** Runs npm in a process group of its own, as Ctrl+C in a terminal reaches it; `said()` is what it has said on both outputs. */
function run(args, umask, options) {
  const before = process.umask(umask);
  const child = spawn('npm', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  process.umask(before);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => (said += bytes));
  child.on('error', (error) => (said += String(error)));
  const stop = (signal) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  process.once('exit', () => stop('SIGKILL'));
  return {
    said: () => said,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    ended: new Promise((resolve) => child.on('close', resolve)),
    stop,
  };
}

/** Whether the site answers with its pages, which it is given a quarter of an hour for: it installs and builds first. */
async function answers(url, site) {
  for (const until = Date.now() + 900_000; Date.now() < until && !site.isOver();) {
    const health = await fetch(`${url}/healthz`).catch(() => undefined);
    if (health?.ok) {
      const pages = await Promise.all(['/home', '/events', '/guide', '/auth/login'].map((path) => fetch(url + path)));
      return pages.every(({ status }) => status === 200);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

/** Takes a port on both loopback addresses as another program would; whoever has it already has taken it as well. */
function takePort(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
