import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from '../app.ts';
import { memoryAfterGc } from '../heap.ts';
import { visitorOf, type Visitor } from '../visitor.ts';

/** Nearly what a request's head may hold. */
const LETTERS = 13_000;
const REQUESTS = 100;
const ROUNDS = 8;

interface Sent {
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: OutgoingHttpHeaders;
  body?: string;
}

const JSON_BODY = { 'content-type': 'application/json' };
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };

let app: RunningApp;
let visitor: Visitor;
let agent: Agent;
let madeUp = 0;

beforeAll(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  visitor = visitorOf(app);
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

const long = () => `${madeUp++}-${'f'.repeat(LETTERS)}`;

/** Not by fetch, which itself remembers the last addresses that it asked. */
function ask({ path, method = 'GET', headers = {}, body = '' }: Sent): Promise<void> {
  return new Promise((done) => {
    const sent = { origin: app.url, 'x-forwarded-for': `10.${madeUp % 250}.${(madeUp >> 8) % 250}.1`, ...headers };
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(app.url + path, { agent, method, headers: { ...sent, ...length } }, (answer) =>
      answer.on('end', done).on('error', done).resume(),
    );
    // What is refused unread may end the connection.
    call.on('error', () => done()).end(body);
  });
}

function filled(pattern: string): string {
  return pattern.replaceAll(/:[a-zA-Z]+(\{[^}]*\})?|\*/g, long);
}

/** Asks every address with a name, a query and a body that nobody has used yet, and so with everything that is read of a request. */
function kinds(): [string, () => Sent][] {
  // One address of the admin area is like the others: a stranger is refused before anything is looked up.
  const all = [...new Set(app.routes.map(({ path }) => path))];
  const patterns = all.filter((path) => !path.startsWith('/admin/') || path === '/admin/events/:id');
  const ofAddresses = patterns.flatMap((pattern): [string, () => Sent][] => [
    [`GET ${pattern}`, () => ({ path: `${filled(pattern)}?x=${/[:*]/.test(pattern) ? madeUp++ : long()}` })],
    [
      `POST ${pattern}`,
      () => ({ path: filled(pattern), method: 'POST', headers: JSON_BODY, body: `{"x":"${long()}"}` }),
    ],
  ]);
  const cookie = app.site.auth.sessionCookie.clear().split('=')[0];
  const entry = () => ({ answers: {}, token: visitor.token(), once: visitor.once() });
  const post = (path: string, content: object): Sent => ({
    path,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(content),
  });
  return [
    ...ofAddresses,
    ['a made-up form', () => post(`/api/entries/${long()}`, entry())],
    ['a made-up attestation', () => post('/api/entries/x', { ...entry(), token: long() })],
    [
      'an attestation with more behind it',
      () => post('/api/entries/x', { ...entry(), token: visitor.token() + long() }),
    ],
    ['a made-up once-only key', () => post('/api/entries/x', { ...entry(), once: long() })],
    ['a search', () => ({ path: `/events?past=1&q=${long()}` })],
    ['a cursor', () => ({ path: `/events?past=1&before=${madeUp}.${long()}` })],
    ['a section', () => ({ path: `/api/food?section=${long()}` })],
    ['a door’s stream', () => ({ path: `/live?door=${long()}` })],
    [
      'an address for a card',
      () => ({ path: '/membership', method: 'POST', headers: FORM_BODY, body: `email=${long()}` }),
    ],
    ['where to go after signing in', () => ({ path: `/auth/login?to=/${long()}` })],
    ['a session', () => ({ path: '/home', headers: { cookie: `${cookie}=${long()}` } })],
    ...['accept', 'accept-encoding', 'host', 'if-none-match', 'referer', 'user-agent', 'x-forwarded-for'].map(
      (header): [string, () => Sent] => [
        `the header ${header}`,
        () => ({ path: '/home', headers: { [header]: long() } }),
      ],
    ),
  ];
}

/** Whether it goes on taking memory, round after round: what is put off at first is let go of later. */
async function isRemembered(make: () => Sent): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const before = memoryAfterGc();
    for (let at = 0; at < REQUESTS; at += 4) await Promise.all([1, 2, 3, 4].map(() => ask(make())));
    if (memoryAfterGc() - before < (REQUESTS * LETTERS) / 2) return false;
  }
  return true;
}

test('no address remembers the names that were made up for it', async () => {
  const remembered: string[] = [];
  for (const [name, make] of kinds()) if (await isRemembered(make)) remembered.push(name);
  expect(remembered).toEqual([]);
  expect(madeUp).toBeGreaterThan(10_000);
}, 1_800_000);

test('the measure notices what is remembered', async () => {
  const remembered: Buffer[] = [];
  const make = () => {
    remembered.push(Buffer.from(long()));
    return { path: '/home' };
  };
  expect(await isRemembered(make)).toBe(true);
});
