import { createHash } from 'node:crypto';
import type { CustomFetch } from 'openid-client';
import { connectProvider } from '../app/auth/identity-provider.server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { Browser } from './browser.ts';
import { startOtherProvider, type OtherProvider } from './other-provider.ts';
import { accountKey } from '../app/domain/users/sign-in.ts';
import { findSession, startSession } from '../app/domain/users/sessions.ts';
import { countSessions, findUser } from './sign-in.ts';

let provider: OtherProvider;
let app: RunningApp;
let browser: Browser;

beforeAll(async () => {
  provider = await startOtherProvider();
  app = await startApp({ env: { ...provider.env, ADMIN_EMAILS: 'Chair@Example.edu' } });
  provider.allow(app.url);
});

afterAll(async () => {
  await app.close();
  await provider.close();
});

beforeEach(() => {
  browser = new Browser();
  provider.claims = {
    sub: `person-${crypto.randomUUID()}`,
    email: 'chair@example.edu',
    email_verified: true,
    name: 'Ada',
  };
});

/** The provider's answer to a sign-in that this browser has begun, not yet delivered. */
async function callbackFor(visitor: Browser): Promise<URL> {
  const { address } = await visitor.follow(`${app.url}/auth/start`, (next) => next.includes('/auth/callback'));
  return new URL(address);
}

/** The record of whoever the provider tells of. */
function claimedUser(sub = provider.claims.sub) {
  return findUser(app, accountKey({ issuer: provider.issuer, subject: sub }));
}

function signIn(visitor: Browser) {
  return visitor.follow(`${app.url}/auth/start`);
}

describe('signing in with another identity provider', () => {
  test('asks for a code with PKCE, state and nonce', async () => {
    const start = await browser.ask(`${app.url}/auth/start`);
    const asked = new URL(start.headers.get('location') ?? '').searchParams;
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(`${app.url}/auth/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(start.headers.getSetCookie().join()).toMatch(/clubroom_sign_in=.*HttpOnly; SameSite=Lax/);
  });

  test('makes the user record and a session, and leads to the admin area', async () => {
    const { address, response } = await signIn(browser);
    expect(address).toBe(`${app.url}/admin/home`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await claimedUser()).toMatchObject({
      email: 'chair@example.edu',
      verified_email: 'chair@example.edu',
      name: 'Ada',
      admin: 1,
      legacy: null,
    });
    expect(browser.cookie('clubroom_sign_in')).toBeUndefined();
  });

  test('brings the email and the name up to date, and keeps an admin flag that was given', async () => {
    await signIn(browser);
    provider.claims = { ...provider.claims, email: 'ada@elsewhere.example', name: 'Ada L.' };
    await signIn(new Browser());
    expect(await claimedUser()).toMatchObject({
      email: 'ada@elsewhere.example',
      verified_email: 'ada@elsewhere.example',
      granted_to: 'chair@example.edu',
      name: 'Ada L.',
      admin: 1,
    });
  });

  test('does not appoint an address that the provider has not verified', async () => {
    provider.claims = { ...provider.claims, email_verified: false };
    const { address } = await signIn(browser);
    expect(address).toBe(`${app.url}/home`);
    expect(await claimedUser()).toMatchObject({ admin: null, email: 'chair@example.edu', verified_email: null });
  });

  test('notes that somebody was appointed, once', async () => {
    provider.claims = { ...provider.claims, name: `Ada ${crypto.randomUUID()}` };
    await signIn(browser);
    await signIn(new Browser());
    const lines = app.site.db.query.selectFrom('activity').select(['who', 'verb', 'topic']);
    expect(await lines.where('title', '=', provider.claims.name ?? '').execute()).toEqual([
      { who: 'the person who runs the site', verb: 'granted', topic: 'user' },
    ]);
  });

  test('takes an address for verified that the provider says to be so in words, and in no others', async () => {
    for (const told of ['false', 'TRUE', '1', 'yes', '']) {
      provider.claims = { ...provider.claims, email_verified: told };
      await signIn(new Browser());
      expect(await claimedUser()).toMatchObject({ admin: null, verified_email: null });
    }
    provider.claims = { ...provider.claims, email_verified: 'true' };
    await signIn(new Browser());
    expect(await claimedUser()).toMatchObject({ admin: 1, verified_email: 'chair@example.edu' });
  });

  test('keeps an address as verified no longer than the provider says so', async () => {
    await signIn(browser);
    provider.claims = { ...provider.claims, email_verified: false };
    await signIn(new Browser());
    expect(await claimedUser()).toMatchObject({ email: 'chair@example.edu', verified_email: null, admin: 1 });
  });

  test('appoints no address that only looks like one that is listed', async () => {
    provider.claims = { ...provider.claims, email: 'cha\u0131r@example.edu' };
    expect((await signIn(browser)).address).toBe(`${app.url}/home`);
    provider.claims = { ...provider.claims, sub: crypto.randomUUID(), email: '\u017Fomeone@example.edu' };
    expect((await signIn(new Browser())).address).toBe(`${app.url}/home`);
  });

  test('does not appoint anyone who is not listed', async () => {
    provider.claims = { ...provider.claims, email: 'someone@example.edu' };
    expect((await signIn(browser)).address).toBe(`${app.url}/home`);
  });

  test('keeps every account under a digest of its issuer and its subject', async () => {
    const subjects = [`a/b.${crypto.randomUUID()}`, `sub-${'x'.repeat(43)}`, `id-${'x'.repeat(43)}`, 'admin'];
    for (const sub of subjects) {
      provider.claims = { sub, name: sub };
      await signIn(new Browser());
      expect(await findUser(app, sub)).toBeUndefined();
      expect((await claimedUser())?.uid).toMatch(/^id-[\w-]{43}$/);
    }
    const keys = subjects.flatMap((subject) =>
      [provider.issuer, `${provider.issuer}/`, 'https://other.example'].map((issuer) =>
        accountKey({ issuer, subject }),
      ),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('takes no account of the local provider, which is off', async () => {
    provider.claims = { ...provider.claims, sub: 'local-admin', email: 'someone@example.edu' };
    await signIn(browser);
    expect(await findUser(app, 'local-admin')).toBeUndefined();
    expect((await app.get('/idp/auth')).headers.get('location')).toBe('/home');
  });

  test('works with a provider that knows the site by the other way to show its secret', async () => {
    const strict = await startOtherProvider({ authMethod: 'client_secret_post' });
    const site = await startApp({ env: strict.env });
    strict.allow(site.url);
    strict.claims = { sub: 'someone', email: 'max@example.edu', email_verified: true };
    const visitor = new Browser();
    const { address } = await visitor.follow(`${site.url}/auth/start`);
    expect(address).toBe(`${site.url}/home`);
    expect(visitor.cookie('clubroom_session')).toBeDefined();
    await site.close();
    await strict.close();
  });
});

describe('an account that is kept under its subject alone', () => {
  /** An admin of before, signed in on another device. */
  async function plant(uid: string, legacy: number | null) {
    const user = { uid, name: 'Grace', email: 'grace@example.edu', admin: 1, legacy, extra: null, created_at: 7 };
    return app.site.db.write(async (tx) => {
      await tx.query.insertInto('users').values(user).execute();
      const line = { at: 1, who: 'Grace', verb: 'added', topic: 'exec', record_key: 'x', title: 'X' };
      await tx.query
        .insertInto('activity')
        .values({ ...line, key: crypto.randomUUID(), uid })
        .execute();
      return startSession(tx, uid);
    });
  }
  const isAdmin = async (visitor: Browser) => (await signIn(visitor)).address === `${app.url}/admin/home`;
  const withoutAddress = (sub: string) => (provider.claims = { sub, name: 'Grace' });
  const settled = (value: string) =>
    app.site.db.write(({ query }) =>
      query.updateTable('app_state').set({ value }).where('name', '=', 'legacy-issuer').execute(),
    );

  test.each([
    ['a plain one', 'grace-1', (sub: string) => sub],
    [
      'one that cannot be a key',
      'grace/1',
      (sub: string) => `sub-${createHash('sha256').update(sub).digest('base64url')}`,
    ],
    ['one that looks local', 'local-grace', (sub: string) => `sub-${sub}`],
    ['one that begins like a digest', 'sub-1234', (sub: string) => sub],
    ['one that begins like a key of now', 'id-1234', (sub: string) => sub],
  ])('is found again by %s, with its flag, its sessions and what it did', async (_what, sub, keyOf) => {
    const session = await plant(keyOf(sub), 1);
    withoutAddress(sub);
    expect(await isAdmin(browser)).toBe(true);
    expect(await claimedUser()).toMatchObject({ admin: 1, created_at: 7, legacy: null });
    expect(await findUser(app, keyOf(sub))).toBeUndefined();
    expect((await findSession(app.site.db, session))?.actor.uid).toBe((await claimedUser())?.uid);
    const lines = app.site.db.query
      .selectFrom('activity')
      .selectAll()
      .where('uid', '=', (await claimedUser())?.uid ?? '');
    expect(await lines.execute()).toHaveLength(1);
    expect(await isAdmin(new Browser())).toBe(true);
  });

  test.each([
    ['the digest of another one', `sub-${createHash('sha256').update('grace/2').digest('base64url')}`],
    ['another one that looks local', 'sub-local-grace-2'],
  ])('is not given to a subject that looks like %s', async (_what, victims) => {
    await plant(victims, 1);
    withoutAddress(victims);
    expect(await isAdmin(browser)).toBe(false);
    expect(await findUser(app, victims)).toMatchObject({ admin: 1 });
  });

  test('is not given to the same subject of another provider', async () => {
    await plant('grace-3', 1);
    await settled('https://former.example/');
    withoutAddress('grace-3');
    expect(await isAdmin(browser)).toBe(false);
    await settled(`${provider.issuer}/`);
    // They have an account by now.
    expect(await isAdmin(new Browser())).toBe(false);
  });

  test('is not made by an import: a subject alone is nobody’s there', async () => {
    await plant('grace-4', null);
    withoutAddress('grace-4');
    expect(await isAdmin(browser)).toBe(false);
  });
});

describe.each(['client_secret_basic', 'client_secret_post'] as const)(
  'a secret that has expired, by %s',
  (authMethod) => {
    test('is named for who runs the site, and trying again is not advised', async () => {
      const refusing = await startOtherProvider({ authMethod });
      const env = { ...refusing.env, OIDC_CLIENT_SECRET: 'the-former-secret' };
      const site = await startApp({ env });
      refusing.allow(site.url);
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { address } = await browser.follow(`${site.url}/auth/start`, (next) => next.includes('/auth/login'));
      expect(new URL(address, site.url).search).toBe('?problem=misconfigured');
      expect(said).toHaveBeenCalledWith(expect.stringContaining('OIDC_CLIENT_SECRET may have expired'));
      said.mockRestore();
      const login = await (await site.get('/auth/login?problem=misconfigured')).text();
      expect(login).toContain('OIDC_CLIENT_SECRET');
      expect(login).not.toContain('try again');
      await site.close();
      await refusing.close();
    });
  },
);

describe('a sign-in that was tampered with begins no session', () => {
  /** Where delivering `callback` leads, and what came of it. */
  async function deliver(callback: URL, visitor = browser) {
    const before = await countSessions(app);
    const response = await visitor.ask(callback.href);
    const sessions = (await countSessions(app)) - before;
    return { leadsTo: response.headers.get('location'), sessions, cookie: visitor.cookie('clubroom_session') };
  }

  const refusedAs = (problem: string) => ({
    leadsTo: `/auth/login?problem=${problem}`,
    sessions: 0,
    cookie: undefined,
  });

  test('by another state', async () => {
    const callback = await callbackFor(browser);
    callback.searchParams.set('state', 'another');
    expect(await deliver(callback)).toEqual(refusedAs('expired'));
  });

  test('by a code of another sign-in, whose nonce and verifier are others', async () => {
    const [mine, theirs] = [await callbackFor(browser), await callbackFor(new Browser())];
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect(await deliver(mine)).toEqual(refusedAs('expired'));
  });

  test('by delivering it to a browser that did not begin it', async () => {
    expect(await deliver(await callbackFor(browser), new Browser())).toEqual(refusedAs('expired'));
  });

  test('by a cookie that was changed', async () => {
    const callback = await callbackFor(browser);
    const [content = '', mark = ''] = (browser.cookie('clubroom_sign_in') ?? '').split('.');
    const flow = JSON.parse(Buffer.from(content, 'base64url').toString());
    flow.value.verifier = 'x'.repeat(43);
    browser.keep('clubroom_sign_in', `${Buffer.from(JSON.stringify(flow)).toString('base64url')}.${mark}`);
    expect(await deliver(callback, browser)).toEqual(refusedAs('expired'));
  });

  test('by delivering it twice, with the cookie it was begun with', async () => {
    const callback = await callbackFor(browser);
    const replayer = new Browser();
    replayer.keep('clubroom_sign_in', browser.cookie('clubroom_sign_in') ?? '');
    await browser.ask(callback.href);
    expect(await deliver(callback, replayer)).toEqual(refusedAs('expired'));
  });

  test('by a token that somebody else has signed', async () => {
    const forging: CustomFetch = async (address, { headers, method, body }) => {
      const response = await fetch(address, { headers, method, body: body instanceof URLSearchParams ? body : null });
      if (!address.endsWith('/token')) return response;
      const { id_token: token, ...rest }: Record<string, string> = await response.json();
      const [head, claims, signature = ''] = (token ?? '').split('.');
      const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      return Response.json({ ...rest, id_token: [head, claims, other].join('.') });
    };
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = provider.env;
    const callbackUrl = `${app.url}/auth/callback`;
    const forged = connectProvider({ issuer, clientId, clientSecret, fetch: forging }, callbackUrl);
    const { address, flow } = await forged.begin();
    const { address: callback } = await browser.follow(address, (next) => next.includes('/auth/callback'));
    await expect(forged.finish(new URL(callback), flow)).rejects.toMatchObject({ code: 'refused' });
  });

  test('keeps an address whole or not at all', async () => {
    provider.claims = { ...provider.claims, email: `${'a'.repeat(240)}@example.education` };
    await signIn(browser);
    expect(await claimedUser()).toMatchObject({ email: null, verified_email: null });
    provider.claims = { ...provider.claims, sub: crypto.randomUUID(), name: 'Ada\0' };
    await signIn(new Browser());
    expect(await claimedUser()).toMatchObject({ name: 'Ada' });
  });

  test('by an error in place of a code: the screen says what happened in words of its own', async () => {
    const callback = await callbackFor(browser);
    for (const name of ['code', 'iss']) callback.searchParams.delete(name);
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('error_description', '<b>Call this number</b>');
    callback.searchParams.set('iss', provider.issuer);
    expect(await deliver(callback, browser)).toEqual(refusedAs('cancelled'));
    const login = await (await app.get('/auth/login?problem=cancelled')).text();
    expect(login).toContain('The sign-in was cancelled.');
    expect(await (await app.get('/auth/login?problem=<b>Call')).text()).not.toContain('Call');
  });

  test('and it never leads anywhere but to this site', async () => {
    const start = await browser.ask(`${app.url}/auth/start?to=https://evil.example&redirect=//evil.example`);
    expect(new URL(start.headers.get('location') ?? '').origin).toBe(provider.issuer);
    const callback = await callbackFor(browser);
    callback.searchParams.set('to', 'https://evil.example');
    expect((await browser.ask(callback.href)).headers.get('location')).toBe('/admin');
  });
});

describe('in a popup', () => {
  test('the last page tells the opener and closes itself, under a policy that lets only this script run', async () => {
    const { address, response } = await browser.follow(`${app.url}/auth/start?popup=1`);
    const page = await response.text();
    expect(new URL(address).pathname).toBe('/auth/callback');
    expect(browser.cookie('clubroom_session')).toBeDefined();
    expect(page).toContain('BroadcastChannel');
    const nonce = /<script nonce="([^"]+)"/.exec(page)?.[1] ?? 'none';
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  });
});

test('a provider that cannot be reached is said so on the login screen, and found once it is there', async () => {
  const other = await startOtherProvider();
  await other.close();
  const site = await startApp({ env: other.env });
  expect((await site.get('/auth/start')).headers.get('location')).toBe('/auth/login?problem=unreachable');
  await site.close();
});

describe('the provider is asked about a code', () => {
  const askedAt = new Map<string, number>();
  let site: RunningApp;
  let spare: OtherProvider;

  beforeAll(async () => {
    spare = await startOtherProvider({ onRequest: (path) => askedAt.set(path, (askedAt.get(path) ?? 0) + 1) });
    site = await startApp({ env: { ...spare.env, TRUSTED_PROXIES: '127.0.0.1,::1' } });
    spare.allow(site.url);
  });
  afterAll(async () => {
    await site.close();
    await spare.close();
  });

  const asked = () => askedAt.get('/token') ?? 0;
  const from = (address: string) => ({ 'x-forwarded-for': address });

  /** A sign-in that a browser in that network begins: its state, and the cookie that belongs to it. */
  async function begin(address: string): Promise<{ state: string; cookie: string }> {
    const start = await site.get('/auth/start', { headers: from(address) });
    const [cookie = ''] = start.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    return { cookie, state: new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '' };
  }

  async function bringCode(address: string, { state, cookie }: { state: string; cookie: string }) {
    const path = `/auth/callback?code=${crypto.randomUUID()}&state=${state}&iss=${spare.issuer}`;
    return (await site.get(path, { headers: { ...from(address), cookie } })).headers.get('location');
  }

  test('by nobody who has not begun a sign-in here, and once about each, by no network without an end', async () => {
    const expired = '/auth/login?problem=expired';
    const mine = await begin('198.51.100.1');
    for (const cookie of ['', 'clubroom_sign_in=a.b'])
      expect(await bringCode('203.0.113.1', { ...mine, cookie })).toBe(expired);
    expect(await bringCode('203.0.113.1', { ...mine, state: 'another' })).toBe(expired);
    expect(asked()).toBe(0);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (let time = 0; time < 8; time++) expect(await bringCode('203.0.113.2', mine)).toBe(expired);
    expect([asked(), warned.mock.calls.length]).toEqual([1, 1]);
    const answers = [];
    for (let time = 0; time < 125; time++)
      answers.push(await bringCode('203.0.113.1', await begin(`198.51.100.${time}`)));
    expect(answers.filter((place) => place === '/auth/login?problem=busy')).toHaveLength(5);
    expect([asked(), warned.mock.calls.length]).toEqual([121, 121]);
    warned.mockRestore();
    expect(await bringCode('203.0.113.3', await begin('198.51.100.1'))).toBe(expired);
  });
});
