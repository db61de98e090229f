import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import sample from '../club.config.ts';
import { version } from '../package.json' with { type: 'json' };
import { seedAdminIn } from './people.ts';
import { descriptorOf } from './restarts.ts';
import { startProcess, type SiteProcess } from './process.ts';

let folder: string;
const started: SiteProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-start-'));
});
afterEach(async () => {
  for (const site of started.splice(0)) {
    site.process.kill('SIGKILL');
    await site.ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(env: NodeJS.ProcessEnv = {}, socket?: number): Promise<SiteProcess> {
  const site = await startProcess({ DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1', ...env }, { socket });
  started.push(site);
  return site;
}

/** What a stopped start said: it must be one line. */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const site = await start(env);
  expect(await site.ended).toBe(1);
  const lines = site.said().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('the site goes on where nobody reads what it says any more', async () => {
  const file = join(folder, 'club.json');
  await writeFile(file, JSON.stringify({ ...sample, guide: { ...sample.guide, source: 'assets/gone.md' } }));
  const site = await start({ CLUB_CONFIG: file });
  site.process.stdout?.destroy();
  site.process.stderr?.destroy();
  // It says that the guide cannot be read.
  for (let asked = 0; asked < 3; asked++) await fetch(`${site.url}/guide`);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});

describe('a mistake stops the start with one line', () => {
  test('a wrong setting', async () => {
    expect(await refusal({ MAX_IMAGE_MB: 'big' })).toMatch(/^Setting MAX_IMAGE_MB: /);
  });

  test('a wrong key in the configuration', async () => {
    const file = join(folder, 'club.json');
    await writeFile(file, '{ "club": {} }');
    expect(await refusal({ CLUB_CONFIG: file })).toMatch(/^Club configuration club\.json: club\.name is missing$/);
  });

  test('a configuration that is not there', async () => {
    expect(await refusal({ CLUB_CONFIG: join(folder, 'none.json') })).toMatch(
      /^Club configuration .*none\.json cannot be read: .* \(CLUB_CONFIG\)$/,
    );
  });

  test('a database that cannot be opened', async () => {
    await writeFile(join(folder, 'file'), 'in the way');
    expect(await refusal({ DATA_DIR: join(folder, 'file') })).toMatch(
      /^The folder .* cannot be used: .* \(DATA_DIR\)$/,
    );
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken', 'club.sqlite'), 'no database at all, and long enough to be none'.repeat(99));
    expect(await refusal({ DATA_DIR: join(folder, 'broken') })).toMatch(
      /^The database in .* cannot be opened: .* \(DATA_DIR\)$/,
    );
    const url = 'postgres://club:secret@127.0.0.1:1/club';
    const line = await refusal({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
    expect(line).toMatch(/^The database at .* cannot be opened: .* \(DATABASE_URL\)$/);
    expect(line).not.toContain('secret');
  });

  test('something that stands where the socket for commands goes', async () => {
    await mkdir(join(folder, 'data', 'club.sock', 'in the way'), { recursive: true });
    expect(await refusal({})).toMatch(/^The folder .* cannot be used: .*club\.sock/);
  });

  test('a port that is taken', async () => {
    const first = await start();
    const port = new URL(first.url).port;
    expect(await refusal({ PORT: port, DATA_DIR: join(folder, 'other') })).toMatch(/^Setting PORT: /);
  });

  test('a folder that another site serves', async () => {
    await start();
    expect(await refusal({})).toBe(`A site is running on ${join(folder, 'data')} already`);
  });

  test('a password of the local accounts that others than this machine could guess', async () => {
    const short = { LOCAL_IDP_PASSWORD: 'fifteen letters' };
    expect(await refusal({ ...short, HOST: '0.0.0.0' })).toMatch(/^Setting LOCAL_IDP_PASSWORD: .*16 characters.*HOST/);
  });

  test('a port that browsers do not open', async () => {
    expect(await refusal({ PORT: '6000' })).toMatch(/^Setting PORT: .*browsers/);
  });
});

test('the first line says where the site is and its version, also where the sample is loaded', async () => {
  for (const empty of ['1', '0']) {
    const site = await start({ CLUB_EMPTY: empty, DATA_DIR: join(folder, empty) });
    const [first] = site.said().split('\n');
    expect(first).toBe(`Clubroom is at ${site.url} (version ${version})`);
  }
});

test('an empty data folder gets the sample club once; CLUB_EMPTY=1 leaves it empty', async () => {
  const empty = await start();
  expect(await (await fetch(`${empty.url}/api/events?set=all`)).json()).toEqual([]);
  expect(await (await fetch(`${empty.url}/home`)).text()).toContain('any events planned yet.');
  const env = { CLUB_EMPTY: '0', DATA_DIR: join(folder, 'sample') };
  const sample = await start(env);
  const events: { title: string }[] = await (await fetch(`${sample.url}/api/events?set=all`)).json();
  expect(events.length).toBeGreaterThanOrEqual(24);
  expect(await (await fetch(`${sample.url}/api/events?set=next`)).json()).toHaveLength(1);
  sample.process.kill('SIGTERM');
  expect(await sample.ended).toBe(0);
  const again = await start(env);
  expect(await (await fetch(`${again.url}/api/events?set=all`)).json()).toHaveLength(events.length);
});

test('of two processes that start at once on one new folder one serves, and the other stops with one line', async () => {
  const sites = await Promise.all([start(), start()]);
  const serving = sites.filter((site) => site.said().includes('Clubroom is at'));
  expect(serving).toHaveLength(1);
  const [other] = sites.filter((site) => !serving.includes(site));
  expect(await other?.ended).toBe(1);
  expect(other?.said().trim()).toBe(`A site is running on ${join(folder, 'data')} already`);
  expect((await fetch(`${serving[0]?.url}/healthz`)).status).toBe(200);
  expect(await readdir(join(folder, 'data'))).toContain('club.sqlite');
});

test('an address beyond this machine without https is told what it will lack', async () => {
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'club' };
  const bare = await start({ ...provider, PUBLIC_URL: 'http://club.example.edu' });
  await expect.poll(bare.said, { timeout: 8000 }).toMatch(/^PUBLIC_URL is not https: .+$/m);
  const local = await start({ DATA_DIR: join(folder, 'local') });
  expect(local.said()).not.toContain('https');
});

test('a HOST beyond this machine is told who can reach the local accounts', async () => {
  const env = { LOCAL_IDP_PASSWORD: 'sixteen letters!' };
  const open = await start({ ...env, HOST: '0.0.0.0' });
  await expect.poll(open.said, { timeout: 8000 }).toMatch(/^HOST lets others than this machine in: .+local.+$/m);
  const own = await start({ LOCAL_IDP_PASSWORD: 'eight or', HOST: '127.0.0.2', DATA_DIR: join(folder, 'own') });
  expect(own.said()).not.toContain('HOST');
});

test.each([
  { address: '0.0.0.0', warns: true },
  { address: '127.0.0.1', warns: false },
])('a socket that listens on $address is judged by that address', async ({ address, warns }) => {
  const socket = createServer().listen(0, address);
  await once(socket, 'listening');
  const site = await start({}, descriptorOf(socket));
  await expect.poll(site.said, { timeout: 8000 }).toMatch(/as admin@localhost with password/);
  expect(/^The socket of the service lets others than this machine in: .+local.+$/m.test(site.said())).toBe(warns);
  expect(site.said()).not.toContain('HOST');
  socket.close();
});

test('a site without an identity provider says that local accounts sign in, with a password of 16 characters at least', async () => {
  const { said } = await start();
  await expect.poll(said, { timeout: 8000 }).toMatch(/as admin@localhost with password \w{16,}$/m);
  expect(said()).toMatch(/^OIDC_ISSUER is not set: the local identity provider signs in, with two accounts .+\.$/m);
});

test('an https address of this machine is behind a proxy, through which the local accounts let nobody in', async () => {
  const { said } = await start({ PUBLIC_URL: 'https://localhost:8443' });
  await expect.poll(said, { timeout: 8000 }).toMatch(/two accounts for trying out, but nobody through a proxy\.$/m);
  expect(said()).toMatch(
    /^To sign in as admin@localhost with password \w{16,}, start without PUBLIC_URL and open http:\/\/localhost:\d+\/auth\/login$/m,
  );
});

test('a new data folder, with everyone’s answers in it, is open to nobody else', async () => {
  await start();
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
});

test('after SIGKILL the next start serves at once, whatever was left behind', async () => {
  const first = await start();
  first.process.kill('SIGKILL');
  await first.ended;
  const second = await start();
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  expect(second.said()).not.toContain('already');
});

test('SIGTERM finishes an upload that is running', async () => {
  const cookie = await seedAdminIn(join(folder, 'data'));
  const site = await start();
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const headers = { host: 'localhost', origin: site.url, cookie, 'content-length': '100000', connection: 'close' };
  const lines = Object.entries(headers).map((one) => `${one.join(': ')}\r\n`);
  const guid = '6a2f41a3-c54c-4ce8-8e2f-3d3c1d1b2a10';
  socket.write(`PUT /api/uploads/${guid}?name=notes.bin HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(Buffer.alloc(50_000));
  const arriving = join(folder, 'data', 'files', '.incoming');
  await expect.poll(async () => (await readdir(arriving)).length).toBe(1);
  site.process.kill('SIGTERM');
  await expect.poll(() => fetch(`${site.url}/healthz`).catch(() => 'refused'), { timeout: 8000 }).toBe('refused');
  socket.write(Buffer.alloc(50_000));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await site.ended).toBe(0);
  const again = await start();
  const headersOfAdmin = { cookie, origin: again.url };
  expect((await fetch(`${again.url}/api/uploads/${guid}`, { method: 'DELETE', headers: headersOfAdmin })).status).toBe(
    204,
  );
});

test(
  'SIGTERM ends with 0 whatever hangs: half a request, a body that does not come, a stream, an idle connection',
  { tags: 'long' },
  async () => {
    const site = await start();
    const port = Number(new URL(site.url).port);
    const open = async (sent: string) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(sent);
      return socket;
    };
    const stream = await open('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const idle = await open('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.all([once(stream, 'data'), once(idle, 'data')]);
    await open('');
    await open('GET /links HTTP/1.1\r\nHo');
    await open('POST /forms/d/e/contact/formResponse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nentry');
    const reading = text(stream);
    // Answered after what came before it has been read.
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    site.process.kill('SIGTERM');
    expect(await reading).toMatch(/retry: \d+\n\n$/);
    expect(await site.ended).toBe(0);
    expect(site.said()).not.toMatch(/Error|    at /);
  },
);

test('SIGTERM takes nothing new, finishes what is running and ends with 0', async () => {
  const site = await start();
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /links HTTP/1.1\r\nHost: localhost\r\n');
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  site.process.kill('SIGTERM');
  await expect.poll(() => fetch(`${site.url}/healthz`).catch(() => 'refused'), { timeout: 8000 }).toBe('refused');
  socket.write('Connection: close\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('Our Links');
  expect(await site.ended).toBe(0);
});

describe('in a folder that others may enter', () => {
  /** What others than this user may do with any file or socket below `dir`. */
  async function openFiles(dir: string): Promise<string[]> {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const open: string[] = [];
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (((await stat(path)).mode & 0o077) !== 0) open.push(path.slice(dir.length + 1));
    }
    return open;
  }

  async function club(dataDir: string, ...args: string[]): Promise<void> {
    const env = { ...process.env, DATA_DIR: dataDir };
    const child = spawn(process.execPath, [join('cli', 'club.ts'), ...args], { env, stdio: 'inherit' });
    expect(await once(child, 'close')).toEqual([0, null]);
  }

  test('no file and no socket of the site is open to them, whoever makes it, nor one that was', async () => {
    const dataDir = join(folder, 'data');
    const mask = process.umask(0o022);
    try {
      await mkdir(join(folder, 'out'), { recursive: true });
      await mkdir(dataDir);
      await seedAdminIn(dataDir);
      await chmod(join(dataDir, 'club.sqlite'), 0o644);
      await start({ CLUB_EMPTY: '0' });
      await club(dataDir, 'export', join(folder, 'out', 'club.json'));
      await club(dataDir, 'backup', join(folder, 'out', 'backup'));
    } finally {
      process.umask(mask);
    }
    expect((await readdir(dataDir)).toSorted()).toEqual(
      expect.arrayContaining(['club.sock', 'club.sqlite', 'club.sqlite-wal', 'files']),
    );
    expect(await openFiles(dataDir)).toEqual([]);
    expect(await openFiles(join(folder, 'out'))).toEqual([]);
  });
});
