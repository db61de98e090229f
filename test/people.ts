import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE, signedCookie, type SiteCookie } from '../app/auth/cookies.server.ts';
import { readOrMakeSecret } from '../app/auth/secret-file.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { startSession } from '../app/domain/users/sessions.ts';
import type { Role } from '../app/domain/roles.ts';
import type { RunningApp } from './app.ts';

/** Someone signed in: what their browser sends. */
export interface Person {
  uid: string;
  /** The secret of the session. */
  secret: string;
  cookie: string;
  /** Headers of a write from one of the site's own pages. */
  sending: Record<string, string>;
}

/** Plants a user and a session in the app's database, as a sign-in would. */
export async function seedPerson(
  app: RunningApp,
  {
    admin,
    role = null,
    uid = crypto.randomUUID(),
    committees,
  }: { admin: boolean; role?: Role | null; uid?: string; committees?: string[] },
) {
  const name = admin ? 'Ada Admin' : 'Max Member';
  const secret = await app.site.db.write(async (tx) => {
    const email = `${uid}@example.edu`;
    const known = { uid, name, email, verified_email: email, extra: null, created_at: Date.now() };
    const own = committees ? JSON.stringify(committees) : null;
    const user = { ...known, role, admin: admin ? 1 : 0, committees: own };
    await tx.query
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .execute();
    return startSession(tx, uid);
  });
  return personWith(app, uid, secret);
}

/** An admin who is signed in. */
export function seedAdmin(app: RunningApp): Promise<Person> {
  return seedPerson(app, { admin: true });
}

/** Someone signed in who is no admin. */
export function seedMember(app: RunningApp): Promise<Person> {
  return seedPerson(app, { admin: false });
}

function personWith(app: RunningApp, uid: string, secret: string): Person {
  const cookie = cookieOf(app.site.auth.sessionCookie, secret);
  return { uid, secret, cookie, sending: { ...sameOriginHeaders(app), cookie } };
}

/** As a page of the site sends it; `sent` is JSON already where it is a text. */
export async function sendAs(
  app: Pick<RunningApp, 'get'>,
  { sending }: Pick<Person, 'sending'>,
  path: string,
  sent: unknown = {},
  method = 'POST',
): Promise<{ status: number; headers: Headers; text: string }> {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const answer = await app.get(path, { method, headers: { 'content-type': 'application/json', ...sending }, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** What a browser says of a write from one of the site's own pages. */
export function sameOriginHeaders(app: RunningApp): Record<string, string> {
  return { origin: app.url, 'sec-fetch-site': 'same-origin' };
}

/** An admin who is signed in, in the database of a site that is another process or not there yet: the cookie. */
export async function seedAdminIn(dataDir: string): Promise<string> {
  const db = await openDatabase({ dataDir });
  const email = 'ada@example.edu';
  const ada = { uid: 'ada', name: 'Ada', email, verified_email: email, admin: 1, extra: null, created_at: Date.now() };
  const secret = await db.write(async (tx) => {
    await tx.query.insertInto('users').values(ada).execute();
    return startSession(tx, ada.uid);
  });
  await db.close();
  return cookieIn(dataDir, secret);
}

/** What a browser sends that has the session of this secret, at a site that is another process. */
export async function cookieIn(dataDir: string, secret: string): Promise<string> {
  const siteSecret = await readOrMakeSecret(dataDir, 'session-secret', () => randomBytes(32).toString('base64url'));
  return cookieOf(signedCookie('http://localhost', SESSION_COOKIE, siteSecret), secret);
}

/** The same at a site in this process. */
export function cookieOf(sessionCookie: SiteCookie, secret: string): string {
  return sessionCookie.write(secret, 60).split(';')[0] ?? '';
}
