import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { startProcess, type SiteProcess } from '../process.ts';

/** As a link's, a session's or a proof's. */
const TOKEN = 'Ab3dEf6hIj9lMn2pQr5tUv8xYz1bCd4f';
/** A half of it is a leak as well. */
const HALVES = [TOKEN.slice(0, 16), TOKEN.slice(16)];
/** The most that one request among many adds to the log, its own line included. */
const MOST_BYTES = 400;
/** Lines of requests are gathered before they are written; one fault with its stack. */
const GATHERED = 20_000;

let folder: string;
let site: SiteProcess;
let paths: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-planted-'));
  const app = await startApp();
  paths = [...new Set(app.routes.map(({ path }) => path))];
  await app.close();
  site = await startProcess({ DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1' });
});

afterAll(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
});

const planted = (pattern: string, token: string) =>
  pattern
    .replace(/:file\{[^}]+\}/, `${token}.ics`)
    .replaceAll(/:\w+/g, token)
    .replace('*', token);

const HEADERS = {
  cookie: `clubroom_session=${TOKEN}; other=${TOKEN}`,
  authorization: `Bearer ${TOKEN}`,
  referer: `/sign-ups/${TOKEN}`,
  'x-attestation': TOKEN,
  'idempotency-key': TOKEN,
  'x-forwarded-for': TOKEN,
  'if-none-match': `"${TOKEN}"`,
};

interface Sent {
  method: string;
  path: string;
  type?: string;
  body?: string;
}

async function send({ method, path, type, body }: Sent): Promise<void> {
  const headers = { ...HEADERS, origin: site.url, ...(type && { 'content-type': type }) };
  const sending = request(site.url, { agent: false, method, path, headers });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  // A stream does not end by itself.
  if (answer?.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
  answer?.resume();
  if (answer && !answer.closed) await once(answer, 'close');
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whole, and in every way that cannot be read. */
function sendings(pattern: string): Sent[] {
  const path = planted(pattern, TOKEN);
  const broken = ['%', '%25', '%ff', '%E0%A4', '%00', '%2525', '%0a', '%u0041', '\\'].map((end) =>
    planted(pattern, TOKEN + end),
  );
  const odd = [
    `${path}/${TOKEN}%`,
    `${path}.data`,
    `${path}?${TOKEN}%`,
    `${path}?preview=${TOKEN}%ff&_routes=${TOKEN}`,
    `/${path}`,
  ];
  const bodies: Pick<Sent, 'type' | 'body'>[] = [
    ...[`{"verb":"${TOKEN}"}`, `{"token":"${TOKEN}`, `"${TOKEN}"`, TOKEN].map((body) => ({ type: JSON_TYPE, body })),
    { type: FORM_TYPE, body: `a=${TOKEN}%&${TOKEN}=%ff` },
    { type: `multipart/form-data; boundary=${TOKEN}`, body: `--${TOKEN}\r\n${TOKEN}` },
    { type: TOKEN, body: TOKEN },
  ];
  return [
    ...[path, ...broken, ...odd].map((one) => ({ method: 'GET', path: one })),
    ...bodies.map((body) => ({ method: 'POST', path, ...body })),
    ...['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({ method, path, body: TOKEN })),
  ];
}

test('a long address that cannot be decoded is refused at the door, and is one line of the log', async () => {
  const linesOf = () => site.said().split('"status":400').length;
  const [before, length] = [linesOf(), site.said().length];
  for (const path of [`/sign-ups/${TOKEN}%`, `/${'x'.repeat(14_000)}%`, `/events/${'%ff'.repeat(4000)}`]) {
    const answer = await fetch(site.url + path);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This cannot be read')]);
  }
  await expect.poll(linesOf).toBe(before + 3);
  expect(site.said().length - length).toBeLessThan(2000);
});

test('nothing that requests say is in what the process says, whatever they ask for, and it says a bounded amount', async () => {
  let count = 0;
  for (const pattern of [...paths, '/idp/*', '/live', '/metrics', '/:token', '/:token/:other']) {
    for (const sent of sendings(pattern)) await send(sent);
    count += sendings(pattern).length;
    const leaked = HALVES.filter((half) => site.said().includes(half));
    expect(leaked, `after ${pattern}: ${site.said().slice(-3000)}`).toEqual([]);
    expect(site.said().length, `after ${pattern}: ${site.said().slice(-3000)}`).toBeLessThan(
      count * MOST_BYTES + GATHERED,
    );
  }
}, 300_000);
