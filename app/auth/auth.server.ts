import { timingSafeEqual } from 'node:crypto';
import { isLoopback, type Settings } from '../config/settings.server.ts';
import type { Database, Reader } from '../db/db.server.ts';
import type { Actor } from '../domain/actor.ts';
import { findSession, SESSION_IDLE_MS, type Session } from '../domain/users/sessions.ts';
import { isSameAddress } from '../domain/email-address.ts';
import { forgetRefusedSite, noteRefusedSite } from '../domain/users/refused-site.ts';
import { settleLegacyIssuer, signIn, type Identity } from '../domain/users/sign-in.ts';
import { NETWORK_LIMITS } from '../limits/network-limits.ts';
import { createWindow } from '../limits/sliding-window.ts';
import { createLimiter, type Limiter } from '../limits/rate-limit.ts';
import { SESSION_COOKIE, signedCookie, siteCookie, type SiteCookie } from './cookies.server.ts';
import { connectProvider, type Claims, type Flow } from './identity-provider.server.ts';
import { readOrMakeSecret, SECRET_FILE } from './secret-file.server.ts';
import { ACCOUNTS, LOCAL_PREFIX } from './local-provider/accounts.ts';
import { openLocalProvider, type LocalProvider } from './local-provider/open-local-provider.server.ts';
import type { ProviderClub } from './local-provider/sign-in-page.ts';
import { signToken, verifyToken } from './signed-token.server.ts';
import { SignInError } from './sign-in-error.ts';

export interface Auth {
  /** Present while no other identity provider is configured. */
  local: LocalProvider | undefined;
  /** Signs values that browsers have to return unchanged. */
  secret: string;
  sessionCookie: SiteCookie;
  providerOrigin: string;
  find: (cookies: string | null | undefined, at?: Reader) => Promise<Session | undefined>;
  /** The browser has to come back with the cookie. @throws SignInError */
  begin: (isPopup: boolean) => Promise<{ address: string; cookie: string }>;
  /** Asks the provider only about a sign-in that this browser began, once, within the limit of `network`. @throws SignInError */
  finish: (search: string, cookies: string | null, network: string) => Promise<string[]>;
  limiter: Limiter;
  isPopup: (cookies: string | null) => boolean;
  keep: (secret: string) => string;
}

const FLOW_MS = 10 * 60_000;
const FLOW = 'sign-in';

type RunningFlow = Flow & { isPopup: boolean };

/** @throws StartError if the local provider would be reachable by others. */
export async function openAuth(settings: Settings, db: Database, club: () => ProviderClub): Promise<Auth> {
  const { publicUrl, oidc } = settings;
  const secret = settings.sessionSecret ?? (await readOrMakeSecret(settings.dataDir, SECRET_FILE, newSecret));
  const local = oidc ? undefined : await openLocalProvider(settings, secret, club);
  const access = oidc ?? local?.access;
  if (!access) throw new Error('There is no identity provider');
  if (oidc) await db.write((tx) => settleLegacyIssuer(tx, oidc.issuer));
  const provider = connectProvider(access, `${publicUrl}/auth/callback`, (word) =>
    noteRefusedSite(db, word).catch((error: unknown) => console.error('A refused sign-in cannot be noted:', error)),
  );
  const sessionCookie = signedCookie(publicUrl, SESSION_COOKIE, secret);
  const flowCookie = siteCookie(publicUrl, 'clubroom_sign_in');
  const tries = createLimiter(db, NETWORK_LIMITS.signInCodes);
  const askedAbout = createWindow({ points: 1, seconds: FLOW_MS / 1000 });
  const flowIn = (cookies: string | null) => readFlow(verifyToken(secret, FLOW, flowCookie.read(cookies) ?? ''));
  const keep = (session: string) => sessionCookie.write(session, SESSION_IDLE_MS / 1000);
  return {
    local,
    secret,
    sessionCookie,
    providerOrigin: new URL(access.issuer).origin,
    limiter: createLimiter(db, NETWORK_LIMITS.signIns),
    keep,
    async find(cookies, at = db) {
      const given = sessionCookie.read(cookies);
      const session = given ? await findSession(at, given) : undefined;
      return session && isKnownHere(session.actor, oidc !== undefined) ? session : undefined;
    },
    async begin(isPopup) {
      const { address, flow } = await provider.begin();
      const sealed = signToken(secret, FLOW, { ...flow, isPopup } satisfies RunningFlow, Date.now() + FLOW_MS);
      return { address, cookie: flowCookie.write(sealed, FLOW_MS / 1000) };
    },
    async finish(search, cookies, network) {
      const callback = new URL(`${publicUrl}/auth/callback${search}`);
      const flow = flowIn(cookies);
      if (!flow || !isSame(callback.searchParams.get('state') ?? '', flow.state)) throw new SignInError('expired');
      const { wait } = await tries.take(network);
      if (wait !== undefined) throw new SignInError('busy');
      const { waitMs, release } = askedAbout.take(flow.state);
      if (waitMs > 0) throw new SignInError('expired');
      const claims = await provider.finish(callback, flow).catch((error: unknown) => {
        if (error instanceof SignInError && error.code === 'unreachable') release();
        throw error;
      });
      const session = await signIn(db, identityFrom(claims, settings), sessionCookie.read(cookies));
      await forgetRefusedSite(db);
      return [keep(session), flowCookie.clear()];
    },
    isPopup: (cookies) => flowIn(cookies)?.isPopup ?? false,
  };
}

/** Once another provider is configured, local accounts no longer work. */
function isKnownHere({ uid }: Actor, hasProvider: boolean): boolean {
  return !hasProvider || !uid.startsWith(LOCAL_PREFIX);
}

/** ADMIN_EMAILS counts only for an address that the provider has verified. */
function identityFrom(claims: Claims, { oidc, adminEmails }: Settings): Identity {
  const { issuer, subject, email, name, isEmailVerified } = claims;
  const isListed = isEmailVerified && email !== undefined && adminEmails.some((one) => isSameAddress(one, email));
  const isLocalAdmin = !oidc && ACCOUNTS.some((account) => account.subject === subject && account.isAdmin);
  return {
    subject,
    email,
    isEmailVerified,
    name,
    isAppointed: isListed || isLocalAdmin,
    // The local provider's address differs wherever the site runs.
    issuer: oidc ? issuer : null,
    isConfigured: oidc !== undefined && isSameIssuer(issuer, oidc.issuer),
  };
}

function isSameIssuer(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href;
}

function readFlow(value: unknown): RunningFlow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { state, nonce, verifier, isPopup } = { state: '', nonce: '', verifier: '', isPopup: false, ...value };
  return { state, nonce, verifier, isPopup };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function newSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

export function greeting({ local }: Auth, { publicUrl, port, localIdpPassword }: Settings): string {
  if (!local || !isLoopback(publicUrl)) return `Sign in at ${publicUrl}/auth/login`;
  const password = localIdpPassword ? 'the password in LOCAL_IDP_PASSWORD' : `password ${local.password}`;
  const start = 'OIDC_ISSUER is not set: the local identity provider signs in, with two accounts for trying out';
  // The site itself speaks http alone.
  if (publicUrl.startsWith('https:'))
    return `${start}, but nobody through a proxy.
To sign in as admin@localhost with ${password}, start without PUBLIC_URL and open http://localhost:${port}/auth/login`;
  return `${start}.
Sign in at ${publicUrl}/auth/login as admin@localhost with ${password}`;
}
