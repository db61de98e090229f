import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { Browser } from './browser.ts';
import { startOtherProvider, type OtherProvider } from './other-provider.ts';
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
  provider.told = {
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
    expect(await findUser(app, provider.told.sub)).toMatchObject({ email: 'chair@example.edu', name: 'Ada', admin: 1 });
    expect(browser.cookie('clubroom_sign_in')).toBeUndefined();
  });

  test('brings the e-mail and the name up to date, and keeps an admin flag that was given', async () => {
    await signIn(browser);
    provider.told = { ...provider.told, email: 'ada@elsewhere.example', name: 'Ada L.' };
    await signIn(new Browser());
    expect(await findUser(app, provider.told.sub)).toMatchObject({
      email: 'ada@elsewhere.example',
      name: 'Ada L.',
      admin: 1,
    });
  });

  test('does not appoint an address that the provider has not verified', async () => {
    provider.told = { ...provider.told, email_verified: false };
    const { address } = await signIn(browser);
    expect(address).toBe(`${app.url}/home`);
    expect(await findUser(app, provider.told.sub)).toMatchObject({ admin: null });
  });

  test('does not appoint anyone who is not listed', async () => {
    provider.told = { ...provider.told, email: 'someone@example.edu' };
    expect((await signIn(browser)).address).toBe(`${app.url}/home`);
  });

  test('keeps a subject that cannot be a key under a digest of it', async () => {
    provider.told = { ...provider.told, sub: `a/b.${crypto.randomUUID()}` };
    await signIn(browser);
    const users = await app.site.db.query.selectFrom('users').select('uid').where('uid', 'like', 'sub-%').execute();
    expect(users.some(({ uid }) => /^sub-[\w-]{43}$/.test(uid))).toBe(true);
  });

  test('takes no account of the local provider, which is off', async () => {
    provider.told = { ...provider.told, sub: 'local-admin', email: 'someone@example.edu' };
    await signIn(browser);
    expect(await findUser(app, 'local-admin')).toBeUndefined();
    expect((await app.get('/idp/auth')).headers.get('location')).toBe('/home');
  });

  test('works with a provider that knows the site by the other way to show its secret', async () => {
    const strict = await startOtherProvider('client_secret_post');
    const site = await startApp({ env: strict.env });
    strict.allow(site.url);
    strict.told = { sub: 'someone', email: 'max@example.edu', email_verified: true };
    const visitor = new Browser();
    const { address } = await visitor.follow(`${site.url}/auth/start`);
    expect(address).toBe(`${site.url}/home`);
    expect(visitor.cookie('clubroom_session')).toBeDefined();
    await site.close();
    await strict.close();
  });
});

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
    expect(await deliver(callback)).toEqual(refusedAs('refused'));
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
