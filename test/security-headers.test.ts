import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin } from './people.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const KINDS: [string, string, RequestInit?][] = [
  ['a page', '/home'],
  ['a page’s data', '/events.data'],
  ['an unknown page', '/nothing'],
  ['the guide’s source', '/assets/cs-guide.md'],
  ['a script that is not there', '/assets/nothing.js'],
  ['a picture', '/images/nothing.svg'],
  ['a list', '/api/events?set=future'],
  ['an unknown list', '/api/nothing'],
  ['a refused list', '/api/entries/any'],
  ['the calendar', '/events.ics'],
  ['the feed', '/feed.xml'],
  ['the addresses for search engines', '/sitemap.xml'],
  ['the rules for robots', '/robots.txt'],
  ['the health check', '/healthz'],
  ['an unknown file', '/files/2026/01/01/nothing/nothing.png'],
  ['a stored file that is written to', '/files/2026/01/01/nothing/nothing.png', { method: 'PUT', body: 'x' }],
  ['a change from nowhere', '/signup', { method: 'POST', body: 'x' }],
  ['a form receiver', '/forms/d/e/nothing/formResponse', { method: 'POST', body: 'x' }],
  ['an upload', '/api/uploads', { method: 'PUT', body: 'x' }],
  ['the local provider', '/auth/local/.well-known/openid-configuration'],
  ['a sign-in that begins', '/auth/start'],
  ['a sign-in that is wrong', '/auth/callback?code=x'],
  ['a poster', '/posters/nothing.svg'],
];

describe.each(KINDS)('%s', (_kind, path, init) => {
  test('carries the headers of every answer', async () => {
    const { headers } = await app.get(path, init);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/);
    expect(headers.get('content-type') ?? '').not.toMatch(/^text\/[^;]*$/);
  });
});

test('only this host is bound to https, unless it is said that all below it speak it', async () => {
  const signIn = { OIDC_ISSUER: 'https://id.example.edu', OIDC_CLIENT_ID: 'club' };
  const yearOf = async (env: NodeJS.ProcessEnv) => {
    const other = await startApp({ env: { PUBLIC_URL: 'https://club.example.edu', ...signIn, ...env } });
    onTestFinished(() => other.close());
    const paths = ['/home', '/events.data', '/live', '/api/events', '/nothing'];
    const answers = await Promise.all(paths.map((path) => other.get(path, { method: 'HEAD' })));
    return new Set(answers.map(({ headers }) => headers.get('strict-transport-security')));
  };
  expect(await yearOf({})).toEqual(new Set(['max-age=31536000']));
  expect(await yearOf({ HSTS_SUBDOMAINS: '1' })).toEqual(new Set(['max-age=31536000; includeSubDomains']));
  expect((await app.get('/home')).headers.get('strict-transport-security')).toBeNull();
});

test('other sites may read the public lists, and nothing else', async () => {
  const allowed = await Promise.all(
    KINDS.map(async ([, path, init]) => (await app.get(path, init)).headers.has('access-control-allow-origin') && path),
  );
  expect(allowed.filter(Boolean)).toEqual(['/api/events?set=future', '/api/nothing']);
});

test('a stream carries them too', async () => {
  const leaving = new AbortController();
  const { headers } = await app.get('/live', { signal: leaving.signal });
  leaving.abort();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('what is not HTTP at all is refused with them', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff/i);
});

test('whoever is signed in gets nothing that could be kept', async () => {
  const admin = await seedAdmin(app);
  for (const path of ['/home', '/admin/home', '/admin/home.data', '/api/entries/any', '/nothing']) {
    const answer = await app.get(path, { headers: { cookie: admin.cookie } });
    expect([path, answer.headers.get('cache-control')]).toEqual([
      path,
      expect.stringMatching(/^(private, )?no-store$/),
    ]);
  }
});
