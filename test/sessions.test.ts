import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow } from './event-rows.ts';
import { fillPath } from './fill-path.ts';
import { cookieOf, sameOriginHeaders, seedAdmin, seedMember } from './people.ts';
import { countSessions, findUser, PASSWORD, signedInLocally, signInLocally } from './sign-in.ts';
import { Browser } from './browser.ts';

const DAY_MS = 86_400_000;
let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ env: { LOCAL_IDP_PASSWORD: PASSWORD } });
});

afterAll(() => app.close());

function seenDaysAgo(uid: string, days: number) {
  const seen = { seen_at: Date.now() - days * DAY_MS };
  return app.site.db.write(({ query }) => query.updateTable('sessions').set(seen).where('uid', '=', uid).execute());
}

async function status(path: string, cookie: string): Promise<number> {
  return (await app.get(path, { headers: { cookie } })).status;
}

describe('a session', () => {
  test('is stored as a digest: what the database holds opens nothing', async () => {
    const admin = await seedAdmin(app);
    const row = await app.site.db.query
      .selectFrom('sessions')
      .selectAll()
      .where('uid', '=', admin.uid)
      .executeTakeFirstOrThrow();
    expect(row.id_hash).not.toContain(admin.secret);
    expect(Buffer.from(admin.secret, 'base64url')).toHaveLength(32);
    expect(await status('/api/entries/any', `clubroom_session=${row.id_hash}`)).toBe(401);
    expect(await status('/api/entries/any', admin.cookie)).toBe(200);
  });

  test('is another one after each sign-in, and the old one has ended', async () => {
    const browser = await signedInLocally(app, 'admin@localhost');
    const before = browser.cookie('clubroom_session');
    await browser.ask(await signInLocally(app, browser, 'admin@localhost'));
    expect(browser.cookie('clubroom_session')).not.toBe(before);
    expect(await status('/api/entries/any', `clubroom_session=${before}`)).toBe(401);
    expect(await status('/api/entries/any', `clubroom_session=${browser.cookie('clubroom_session')}`)).toBe(200);
  });

  test('is given to nobody by an answer that others may keep: neither gone on with nor ended', async () => {
    const row = eventRow('-Kept', { title: 'An evening', version: 3 });
    await app.site.db.write(({ query }) => query.insertInto('events').values(row).execute());
    const paths = app.routes.map(({ path }) => fillPath(path.replace('/events/:key', '/events/-Kept')));
    const person = await seedAdmin(app);
    const given: string[][] = [];
    for (const path of new Set(paths)) {
      for (const days of [1, 8]) {
        await seenDaysAgo(person.uid, days);
        const { headers } = await app.get(`${path}?v=3`, { headers: { cookie: person.cookie } });
        const isForOthers = !/private|no-store/.test(headers.get('cache-control') ?? '');
        if (isForOthers) given.push([path, ...headers.getSetCookie()]);
      }
    }
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter(({ length }) => length > 1)).toEqual([]);
  });

  test('goes on for seven days after its last use, and not longer', async () => {
    const [used, unused] = [await seedAdmin(app), await seedAdmin(app)];
    await seenDaysAgo(used.uid, 6.9);
    await seenDaysAgo(unused.uid, 7.1);
    const kept = await app.get('/api/entries/any', { headers: { cookie: used.cookie } });
    expect(kept.status).toBe(200);
    expect(kept.headers.getSetCookie().join()).toContain(`${used.cookie}; Max-Age=604800`);
    const ended = await app.get('/home', { headers: { cookie: unused.cookie } });
    expect(ended.headers.getSetCookie().join()).toContain('clubroom_session=; Max-Age=0');
    expect(await ended.text()).not.toContain('Logout');
    await seenDaysAgo(unused.uid, 7.1);
    expect(await status('/api/entries/any', used.cookie)).toBe(200);
  });

  test('ends a term after it began, however much it is used', async () => {
    const [young, old] = [await seedAdmin(app), await seedAdmin(app)];
    const began = (uid: string, days: number) =>
      app.site.db.write(({ query }) =>
        query
          .updateTable('sessions')
          .set({ created_at: Date.now() - days * DAY_MS })
          .where('uid', '=', uid)
          .execute(),
      );
    await began(young.uid, 119.9);
    await began(old.uid, 120.1);
    expect(await status('/api/entries/any', young.cookie)).toBe(200);
    expect(await status('/api/entries/any', old.cookie)).toBe(401);
  });

  test('is noted as used at most every few minutes', async () => {
    const member = await seedMember(app);
    const answer = await app.get('/home', { headers: { cookie: member.cookie } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('ends at once when its row is removed', async () => {
    const admin = await seedAdmin(app);
    await app.site.db.write(({ query }) => query.deleteFrom('sessions').where('uid', '=', admin.uid).execute());
    expect(await status('/api/entries/any', admin.cookie)).toBe(401);
  });

  test('loses the admin area with the admin flag, whatever its age', async () => {
    const admin = await seedAdmin(app);
    await app.site.db.write(({ query }) =>
      query.updateTable('users').set({ admin: 0 }).where('uid', '=', admin.uid).execute(),
    );
    expect(await status('/api/entries/any', admin.cookie)).toBe(403);
  });
});

describe('a session that somebody made up', () => {
  const renderings = async () =>
    Number(/^clubroom_renderings_total (\d+)/m.exec(await (await app.get('/metrics')).text())?.[1]);

  test.each([
    ['one word', () => 'x'],
    ['the shape of a secret', () => randomBytes(32).toString('base64url')],
    ['the shape of a signed one', () => [32, 32].map((bytes) => randomBytes(bytes).toString('base64url')).join('.')],
    ['a very long one', () => 'x'.repeat(12_000)],
  ])('of %s is answered as a stranger is, from memory', async (_what, made) => {
    const stranger = await app.get('/events');
    const rendered = await renderings();
    for (let again = 0; again < 5; again++) {
      const answer = await app.get('/events', { headers: { cookie: `clubroom_session=${made()}` } });
      expect(answer.headers.get('etag')).toBe(stranger.headers.get('etag'));
      expect(answer.headers.get('cache-control')).toBe(stranger.headers.get('cache-control'));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await renderings()).toBe(rendered);
  });

  test('opens nothing, with the mark of another one', async () => {
    const { cookie, secret } = await seedAdmin(app);
    expect(await status('/api/entries/any', cookie)).toBe(200);
    expect(await status('/api/entries/any', `clubroom_session=${secret}`)).toBe(401);
    const [, mark] = (await seedAdmin(app)).cookie.split('.');
    expect(await status('/api/entries/any', `clubroom_session=${secret}.${mark}`)).toBe(401);
  });
});

describe('logging out', () => {
  test('takes a post from this site: a link, a prefetch or an image does nothing', async () => {
    const { cookie } = await seedMember(app);
    for (const method of ['GET', 'HEAD']) await app.get('/auth/logout', { method, headers: { cookie } });
    await app.get('/auth/logout.data', { headers: { cookie } });
    await app.get('/auth/logout', { method: 'POST', headers: { cookie, origin: 'https://evil.example' } });
    await app.get('/auth/logout', { method: 'POST', headers: { cookie, 'sec-fetch-site': 'same-site' } });
    await app.get('/auth/logout', { method: 'POST', headers: { cookie } });
    expect(await (await app.get('/home', { headers: { cookie } })).text()).toContain('/auth/logout');
  });

  test('ends the session, removes the cookie and says so', async () => {
    const { cookie, sending, uid } = await seedMember(app);
    const answer = await app.get('/auth/logout', { method: 'POST', headers: sending });
    expect(await answer.text()).toContain('You have been logged out. Redirecting home.');
    const next = await app.get('/home', { headers: { cookie } });
    expect(next.headers.getSetCookie().join()).toContain('clubroom_session=; Max-Age=0');
    expect(await next.text()).not.toContain('/auth/logout');
    const left = await app.site.db.query.selectFrom('sessions').select('uid').where('uid', '=', uid).execute();
    expect(left).toEqual([]);
  });

  test('is no trouble for someone who is signed out', async () => {
    const answer = await app.get('/auth/logout', { method: 'POST', headers: sameOriginHeaders(app) });
    expect(answer.status).toBe(200);
  });
});

describe('the login screen', () => {
  test('says whose account gives access, and sends away who is signed in already', async () => {
    const { name } = app.site.club.club;
    const provider = app.site.club.identityProvider.name;
    const page = await (await app.get('/auth/login')).text();
    expect(page).toContain(`Only the ${name} ${provider} account will give access to the admin panel`);
    const [admin, member] = [await seedAdmin(app), await seedMember(app)];
    const asAdmin = await app.get('/auth/login', { headers: { cookie: admin.cookie } });
    expect(asAdmin.headers.get('location')).toBe('/admin');
    const asMember = await app.get('/auth/login', { headers: { cookie: member.cookie } });
    expect(asMember.headers.get('location')).toBe('/home');
  });

  test.each(['/auth', '/auth/', '/auth/anything'])('%s leads to it', async (path) => {
    expect((await app.get(path)).headers.get('location')).toBe('/auth/login');
  });
});

describe('the local identity provider', () => {
  test('knows an admin and a member', async () => {
    const admin = await signedInLocally(app, 'Admin@Localhost');
    expect((await admin.follow(`${app.url}/admin`)).address).toBe(`${app.url}/admin/home`);
    expect(await findUser(app, 'local-admin')).toMatchObject({ admin: 1, email: 'admin@localhost' });
    const member = await signedInLocally(app, 'member@localhost');
    expect((await member.follow(`${app.url}/admin`)).address).toBe(`${app.url}/home`);
    expect(await findUser(app, 'local-member')).toMatchObject({ admin: null, email: 'member@localhost' });
  });

  test('says when the password is wrong, keeps the email, and stops a guesser', async () => {
    const browser = new Browser();
    const { address, response } = await browser.follow(`${app.url}/auth/start`);
    const page = await response.text();
    for (const label of ['>Email<', '>Password<', '>Sign in<']) expect(page).toContain(label);
    expect(page).not.toContain('<script');
    // It has the site's type and the club's mark, and its own policy lets both in.
    expect(page).toContain('<img src="/icon-192.png"');
    const fonts = [...page.matchAll(/url\((\/assets\/[^)]+\.woff2)\)/g)].map(([, font]) => `${app.url}${font}`);
    expect(await Promise.all(fonts.map(async (font) => (await fetch(font)).status))).toEqual([200, 200]);
    const policy = response.headers.get('content-security-policy');
    for (const own of ["font-src 'self'", "img-src 'self'"]) expect(policy).toContain(own);
    const guess = () => {
      const body = new URLSearchParams({ email: 'nobody@localhost', password: 'guess' });
      return browser.ask(address, { method: 'POST', body });
    };
    const before = await countSessions(app);
    const wrong = await guess();
    expect(wrong.status).toBe(401);
    const text = await wrong.text();
    expect(text).toContain('The email or the password is wrong.');
    expect(text).toContain('value="nobody@localhost"');
    for (let tries = 1; tries < 10; tries++) await guess();
    expect((await guess()).status).toBe(429);
    expect(await countSessions(app)).toBe(before);
  });

  test('says where its password is: printed, or in the setting', async () => {
    const hintOf = async (url: string) => (await (await fetch(`${url}/auth/login`)).text()).replace(/<[^>]*>/g, '');
    const wrongAt = async (url: string) => {
      const browser = new Browser();
      const { address } = await browser.follow(`${url}/auth/start`);
      const body = new URLSearchParams({ email: 'admin@localhost', password: 'guess' });
      return (await browser.ask(address, { method: 'POST', body })).text();
    };
    expect(await hintOf(app.url)).toContain('with the password in LOCAL_IDP_PASSWORD.');
    expect(await wrongAt(app.url)).toContain('the password is the one in LOCAL_IDP_PASSWORD.');
    const site = await startApp();
    expect(await hintOf(site.url)).toContain('with the password that was printed when the site started.');
    expect(await wrongAt(site.url)).toContain('Both were printed where the site was started.');
    await site.close();
  });

  test('asks again after logging out, so that someone else can sign in', async () => {
    const browser = await signedInLocally(app, 'admin@localhost');
    await browser.ask(`${app.url}/auth/logout`, { method: 'POST', headers: sameOriginHeaders(app) });
    const { response } = await browser.follow(`${app.url}/auth/start`);
    expect(await response.text()).toContain('Sign in');
  });

  test('refuses a site that others can reach', async () => {
    const open = startApp({ env: { PUBLIC_URL: 'https://club.example.edu' } });
    await expect(open).rejects.toThrow(/^Setting OIDC_ISSUER: is required/);
  });
});

test('under https the cookie is bound to the host', async () => {
  const env = { PUBLIC_URL: 'https://club.example.edu', OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'club' };
  const site = await startApp({ env });
  const { cookie } = await seedMember(site);
  expect(await (await site.get('/home', { headers: { cookie } })).text()).toContain('/auth/logout');
  const cookieEnded = cookieOf(site.site.auth.sessionCookie, 'ended');
  const ended = await site.get('/home', { headers: { cookie: cookieEnded } });
  expect(ended.headers.getSetCookie().join()).toMatch(
    /^__Host-clubroom_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure/,
  );
  const origin = 'https://club.example.edu';
  expect(cookie).toMatch(/^__Host-clubroom_session=/);
  const sending = { cookie, origin, 'sec-fetch-site': 'same-origin' };
  expect((await site.get('/auth/logout', { method: 'POST', headers: sending })).status).toBe(200);
  await site.close();
});
