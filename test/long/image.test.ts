import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueToken } from '../../app/attest/attestation.server.ts';
import { freePort } from '../app.ts';
import { openMailServer, type MailServer } from '../mail-server.ts';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startS3, type S3Server } from '../s3-server.ts';
import { PASSWORD, signedInLocally } from '../sign-in.ts';

/**
 * The image as the Dockerfile makes it, step by step, in a folder per stage: on this machine's system in the place of
 * Debian's, with the Node of the tests, and served by a user who may write into nothing of it.
 */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const USER = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const SECRET = 'a secret of the image’s test, long enough';

interface Step {
  name: string;
  words: string;
}

/** Every stage's name and what stands in it, with continued lines put together. */
function stagesOf(dockerfile: string): { name: string; steps: Step[] }[] {
  const [, ...stages] = dockerfile.replaceAll('\\\n', ' ').split(/^FROM /m);
  return stages.map((text) => ({
    name: /^\S+ AS (\w+)/.exec(text)?.[1] ?? 'last',
    steps: [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', words = '']) => ({ name, words })),
  }));
}

const stages = stagesOf(readFileSync('Dockerfile', 'utf8'));
const last = stages.at(-1)?.steps ?? [];
const settings = Object.fromEntries(
  last.filter(({ name }) => name === 'ENV').flatMap(({ words }) => words.split(/ +/).map((pair) => pair.split('='))),
);

let folder: string;
/** What the image's folder is here: WORKDIR below the last stage. */
let image: string;
let data: string;
let services: [PostgresServer, S3Server, MailServer];
const leaving: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-image-'));
  chmodSync(folder, 0o755);
  for (const { name, steps } of stages) {
    let workdir = '/';
    for (const step of steps) {
      if (step.name === 'WORKDIR') workdir = step.words;
      const here = join(folder, name, workdir);
      mkdirSync(here, { recursive: true });
      if (step.name === 'COPY') copy(step.words, here);
      if (step.name === 'RUN') run(step.words, here, join(folder, name));
    }
    image = join(folder, name, workdir);
  }
  data = join(folder, 'last', settings.DATA_DIR ?? '');
  for (const path of [
    image,
    ...readdirSync(image, { recursive: true, encoding: 'utf8' }).map((path) => join(image, path)),
  ])
    if (existsSync(path)) chmodSync(path, statSync(path).mode & ~0o222);
  services = await Promise.all([startPostgres(), startS3(), openMailServer()]);
  const [postgres, s3, mail] = services;
  leaving.push(postgres.end, s3.end, mail.close);
}, 1_800_000);

afterAll(async () => {
  await Promise.all(leaving.map((leave) => leave()));
  spawnSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

function copy(words: string, here: string): void {
  const from = /^--from=(\w+) /.exec(words)?.[1];
  const paths = words.split(/ +/).filter((word) => !word.startsWith('--'));
  const to = paths.pop() ?? '';
  for (const path of paths) {
    const source = from ? join(folder, from, path) : resolve(path);
    const intoFolder = statSync(source).isFile() && to.endsWith('/');
    cpSync(source, join(here, to, intoFolder ? basename(path) : ''), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (one) => from !== undefined || !isIgnored(relative('.', one)),
    });
  }
}

const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);

// Names at the top, '*.log' there, and '**/*.test.ts' anywhere.
function isIgnored(path: string): boolean {
  return ignored.some((line) => {
    if (line.startsWith('**/*')) return path.endsWith(line.slice(4));
    return line.startsWith('*') ? !path.includes('/') && path.endsWith(line.slice(1)) : path === line;
  });
}

function run(words: string, here: string, root: string): void {
  const removed = /\brm -rf (.+)$/.exec(words)?.[1]?.split(/ +/) ?? [];
  const below = join(here, /^cd (\S+)/.exec(words)?.[1] ?? '');
  expect(removed.filter((pattern) => globSync(pattern, { cwd: below }).length === 0)).toEqual([]);
  // The image's folders and its user are this machine's.
  const command = words
    .replace('-o node -g node', isRoot ? `-o ${NOBODY} -g ${NOBODY}` : '')
    .replaceAll(' /', ` ${root}/`);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: here, env, encoding: 'utf8' });
  expect([words, status, status === 0 ? '' : stderr]).toEqual([words, 0, '']);
}

function environment(port: number): NodeJS.ProcessEnv {
  const [postgres, s3, mail] = services;
  return {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...settings,
    PORT: String(port),
    DATA_DIR: data,
    TMPDIR: data,
    HOME: '/nonexistent',
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.url,
    ...s3.env,
    SMTP_URL: mail.url,
    SESSION_SECRET: SECRET,
    LOCAL_IDP_PASSWORD: PASSWORD,
  };
}

/** What the image's files import of packages, at once or later, is in it. */
test('no package that a file of the image imports is missing', () => {
  const found = globSync(['build/server/**/*.js', '{app,cli}/**/*.ts', 'deploy/*.mjs'], { cwd: image });
  // The table of addresses is read by the build alone.
  const files = found.filter((file) => file !== 'app/routes.ts');
  expect(files.length).toBeGreaterThan(300);
  const imports =
    /^(?:import|export)\s(?!type\b)(?:[^;"'`]*?\bfrom\s)?["']([@a-z][^"'`\s]*)["']|\bimport\(["']([@a-z][^"'`\s]*)["']\)/gm;
  const missing = files.flatMap((file) =>
    [...readFileSync(join(image, file), 'utf8').matchAll(imports)].flatMap(([, fixed, late]) => {
      const name = fixed ?? late ?? '';
      if (isBuiltin(name) || name.startsWith('virtual:')) return [];
      const parts = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
      return existsSync(join(image, 'node_modules', parts)) ? [] : [`${file}: ${name}`];
    }),
  );
  expect(missing).toEqual([]);
});

test('it serves all that there is, on Postgres and S3, and stops', async () => {
  const port = await freePort();
  const env = environment(port);
  expect(call(['deploy/make-bucket.mjs'], env)).toContain('The bucket club is there');
  const site = spawn('node', ['scripts/serve.mjs'], { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'], ...USER });
  const url = `http://localhost:${port}`;
  try {
    await served(site);
    await asVisitor(url);
    await asOfficer(url);
    expect(call(['cli/club.ts', 'admins'], env)).toContain('admin@localhost');
    expect(call(['cli/club.ts', 'backup', join(data, 'backup')], env)).not.toBe('');
    const check = last.find(({ name }) => name === 'HEALTHCHECK')?.words.replace(/^.*CMD /, '') ?? '';
    const [, ...healthy]: string[] = JSON.parse(check);
    expect(call(healthy, env)).toBe('');
  } finally {
    const ended = once(site, 'exit');
    site.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  }
});

async function served(site: ChildProcess): Promise<void> {
  let said = '';
  for (const output of [site.stdout, site.stderr]) output?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await expect
    .poll(() => (site.exitCode === null ? said : `Clubroom is at nothing: ${said}`), { timeout: 60_000 })
    .toContain('Clubroom is at');
  expect(site.exitCode).toBeNull();
}

async function statusOf(path: string, answer: Promise<Response>): Promise<[string, number]> {
  const { status, ...response } = await answer.then(async (one) => ({
    status: one.status,
    body: await one.arrayBuffer(),
  }));
  expect(response.body.byteLength).toBeGreaterThan(0);
  return [path, status];
}

async function asVisitor(url: string): Promise<void> {
  const [event]: { $key: string }[] = await (await fetch(`${url}/api/events?set=all`)).json();
  const below = `/events/${event?.$key}`;
  const pages = [
    '/home',
    '/team',
    '/events',
    '/contact',
    '/guide',
    '/links',
    '/signup',
    '/screen',
    '/auth/login',
    below,
  ];
  const others = [
    '/events.ics',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/share.png',
    '/icon.svg',
    '/icon-192.png',
    '/favicon.ico',
  ];
  for (const path of [...pages, ...others, `${below}.ics`, `${below}/poster.svg`, `${below}/share.png`])
    expect(await statusOf(path, fetch(url + path))).toEqual([path, 200]);
  const headers = { origin: url, 'x-attestation': issueToken(SECRET), 'idempotency-key': crypto.randomUUID() };
  const body = new URLSearchParams({ 'entry.2001': 'ada@example.org' });
  const invite = await fetch(`${url}/forms/d/e/chat-invite/formResponse`, { method: 'POST', body, headers });
  expect(invite.status).toBe(200);
  const [mail] = await services[2].waitFor(1);
  expect(mail?.to).toEqual(['ada@example.org']);
}

async function asOfficer(url: string): Promise<void> {
  const browser = await signedInLocally({ url }, 'admin@localhost');
  const sending = { origin: url, 'sec-fetch-site': 'same-origin' };
  const [event]: { $key: string }[] = await (await fetch(`${url}/api/events?set=future`)).json();
  const below = `/admin/events/${event?.$key}`;
  const kit = ['poster.pdf', 'square.png', 'story.png', 'slide.png'].map((file) => `${below}/announce/${file}`);
  const pages = ['home', 'execs', 'events', 'food', 'dsc', 'files', 'texts', 'people', 'trash', 'handover'];
  const download = `/admin/archive/archive.zip?download=${crypto.randomUUID()}`;
  for (const path of [...pages.map((page) => `/admin/${page}`), below, `${below}/announce`, ...kit, download])
    expect(await statusOf(path, browser.ask(url + path))).toEqual([path, 200]);
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const upload = `${url}/api/uploads/${crypto.randomUUID()}?name=a.jpg`;
  const stored = await browser.ask(upload, { method: 'PUT', body: new Uint8Array(picture), headers: sending });
  expect(stored.status).toBe(201);
}

function call(args: string[], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync('node', args, { cwd: image, env, encoding: 'utf8', ...USER });
  expect([args, status, status === 0 ? '' : stderr]).toEqual([args, 0, '']);
  return stdout;
}
