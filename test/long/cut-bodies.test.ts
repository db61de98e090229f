import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { Browser } from '../browser.ts';
import { fillPath } from '../fill-path.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { PASSWORD, signedInLocally } from '../sign-in.ts';

let folder: string;
let site: SiteProcess;
let screens: string[];
let addresses: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-cut-'));
  const app = await startApp();
  const pathsOf = (kind: string) => app.routes.filter((route) => route.kind === kind).map(({ path }) => fillPath(path));
  [screens, addresses] = [[...new Set(pathsOf('screen'))], [...new Set(pathsOf('address'))]];
  await app.close();
  const env = { DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1', LOCAL_IDP_PASSWORD: PASSWORD };
  site = await startProcess(env);
});

afterAll(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
});

const BODY = Buffer.from(JSON.stringify({ verb: 'add', input: { name: 'Ada', title: 'a'.repeat(200) } }));
/** How much of the body is sent before the connection goes. */
const CUTS = [0, 1, BODY.length / 2, BODY.length - 1].map(Math.floor);
const METHODS = ['POST', 'PUT', 'DELETE', 'GET'];
/** Connections that are open at once. */
const AT_ONCE = 50;

interface Cut {
  path: string;
  method: string;
  cookie: string;
  sent: number;
  isChunked: boolean;
  /** True for a sender that is gone at once, false for one that waits for the answer. */
  isGone: boolean;
}

async function send({ path, method, cookie, sent, isChunked, isGone }: Cut): Promise<void> {
  const { port, host } = new URL(site.url);
  const type = /^\/(idp|forms)\//.test(path) ? 'application/x-www-form-urlencoded' : 'application/json';
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${site.url}`,
    'Sec-Fetch-Site: same-origin',
    `Content-Type: ${type}`,
    `Cookie: ${cookie}`,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY.length}`,
  ];
  const part = BODY.subarray(0, sent);
  const chunk = isChunked && sent > 0 ? Buffer.concat([Buffer.from(`${BODY.length.toString(16)}\r\n`), part]) : part;
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), chunk]);
  if (isGone) socket.write(bytes, () => socket.destroy());
  else socket.end(bytes);
  await closed;
}

async function sendAll(cuts: Cut[]): Promise<void> {
  const waiting = cuts.values();
  const sendInTurn = async () => {
    for (const cut of waiting) await send(cut);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
}

/** A sign-in that waits for the password: its address, and the cookies that belong to it. */
async function runningSignIn(): Promise<{ path: string; cookie: string }> {
  const browser = new Browser();
  const { address } = await browser.follow(`${site.url}/auth/start`);
  const cookies = ['local_idp_sign_in', 'local_idp_sign_in.sig'].map((name) => `${name}=${browser.cookie(name) ?? ''}`);
  return { path: new URL(address).pathname, cookie: cookies.join('; ') };
}

/** Every address below /idp that the provider tells of. */
async function providerPaths(): Promise<string[]> {
  const told: Record<string, unknown> = await (await fetch(`${site.url}/idp/.well-known/openid-configuration`)).json();
  const texts = Object.values(told).filter((value) => typeof value === 'string');
  return texts.filter((value) => value.startsWith(`${site.url}/idp/`)).map((value) => new URL(value).pathname);
}

test('a body that breaks off, anywhere and after any number of bytes, harms nobody else', async () => {
  const admin = (await signedInLocally(site, 'admin@localhost')).cookie('clubroom_session');
  const signIn = await runningSignIn();
  const paths = [
    ...[...screens, ...screens.map((path) => `${path === '/' ? '/_' : path}.data`), ...addresses],
    ...['/live', '/metrics', '/idp/nothing', '/idp/auth/none', '/idp/sign-in/none', ...(await providerPaths())],
  ];
  const targets = [...paths.map((path) => ({ path, cookie: `clubroom_session=${admin}` })), signIn];
  const cuts = targets.flatMap((target, at) =>
    METHODS.flatMap((method, next) =>
      CUTS.flatMap((sent) =>
        [true, false].map((isChunked) => ({ ...target, method, sent, isChunked, isGone: (at + next) % 2 === 0 })),
      ),
    ),
  );
  // Both ways of leaving, where the process once ended.
  const again = cuts.filter(({ path }) => path === signIn.path).map((cut) => ({ ...cut, isGone: !cut.isGone }));
  expect(paths).toContain('/idp/token');
  expect(cuts.length).toBeGreaterThan(2500);
  const before = logged().length;
  await sendAll([...cuts, ...again]);

  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await signedInLocally(site, 'member@localhost')).cookie('clubroom_session')).toBeTruthy();
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  expect(logged().length - before).toBeGreaterThan(cuts.length);
  expect(
    site
      .said()
      .split('\n')
      .filter((line) => /"level":"error"|^ +at |Error/.test(line)),
  ).toEqual([]);
}, 120_000);

function logged(): string[] {
  return site
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{"time"'));
}
