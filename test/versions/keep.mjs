// node test/versions/keep.mjs REF [NAME]: keeps what the version REF makes of made-up.json, for test/long/upgrades.test.ts: its data folder, its
// Postgres database and its export, in test/versions/NAME. Needs git, npm's registry, and Postgres with pg_dump on this machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [ref, name = ref] = process.argv.slice(2);
if (!ref) throw new Error('node test/versions/keep.mjs REF [NAME]');
const own = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'clubroom-keep-'));
chmodSync(folder, 0o755);
const code = join(folder, 'code');
const target = join(own, name);
const SECRET = 'a secret of thirty-two characters';

try {
  execFileSync('git', ['worktree', 'add', '--detach', code, ref], { stdio: 'ignore' });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: code });
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });

  const data = join(folder, 'data');
  const exported = fill({ DATA_DIR: data });
  writeFileSync(join(target, 'export.json'), exported);
  const checkpoint = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]); database.exec('vacuum; pragma wal_checkpoint(truncate)'); database.close();`;
  execFileSync(node(), ['-e', checkpoint, join(data, 'club.sqlite')]);
  const order = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const tar = execFileSync('tar', [...order, '-cf', '-', '-C', data, 'club.sqlite', 'files'], { maxBuffer: 1e9 });
  writeFileSync(join(target, 'data.tar.gz'), gzipSync(tar, { level: 9 }));

  const dump = await onPostgres((url) => {
    const again = fill({ DATA_DIR: join(folder, 'data-2'), DATABASE_URL: url });
    if (again !== exported) console.warn('Its exports differ between its databases.');
    return execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' });
  });
  // What only psql understands; no text of made-up.json has such a line.
  const statements = dump.split('\n').filter((line) => !line.startsWith('\\'));
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(statements.join('\n'), { level: 9 }));
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', code]);
  rmSync(folder, { recursive: true, force: true });
}

function node() {
  const pinned = join(code, `node_modules/node-linux-${process.arch}/bin/node`);
  return existsSync(pinned) ? pinned : process.execPath;
}

/** By its own commands. Gives back its export. */
function fill(settings) {
  const env = { ...process.env, SESSION_SECRET: SECRET, CLUB_EMPTY: '1', ...settings };
  const files = join(code, 'sample/files');
  const club = (...args) => {
    const { status, stderr } = spawnSync(node(), ['cli/club.ts', ...args], { cwd: code, env, encoding: 'utf8' });
    // An older version names what it does not know, with 1.
    if (status > 1) throw new Error(stderr);
    if (stderr) console.warn(stderr.trim());
  };
  club('import', join(own, 'made-up.json'), '--files', files);
  const out = join(folder, 'export.json');
  club('export', out);
  return readFileSync(out, 'utf8');
}

async function onPostgres(work) {
  const cluster = join(folder, 'cluster');
  const port = await freePort();
  mkdirSync(cluster, { mode: 0o700 });
  const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  const isRoot = process.getuid() === 0;
  if (isRoot) chownSync(cluster, uid, uid);
  const user = isRoot ? { uid, gid: uid } : {};
  const env = { ...process.env, LC_ALL: 'C' };
  execFileSync('initdb', ['-D', cluster, '-U', 'club', '-A', 'trust', '--encoding=UTF8'], {
    ...user,
    env,
    stdio: 'ignore',
  });
  const options = `-p ${port} -k ${cluster} -c listen_addresses=127.0.0.1`;
  const ctl = (...args) => execFileSync('pg_ctl', ['-D', cluster, '-w', ...args], { ...user, env, stdio: 'ignore' });
  ctl('-l', join(cluster, 'log'), '-o', options, 'start');
  try {
    return work(`postgres://club@127.0.0.1:${port}/postgres`);
  } finally {
    ctl('-m', 'fast', 'stop');
  }
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
