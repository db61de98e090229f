import type { Context, MiddlewareHandler } from 'hono';
import { data, redirect, type MiddlewareFunction } from 'react-router';
import { withRight, type AskRight } from './with-right.ts';
import { NotAllowed } from '../domain/errors.ts';
import type { Reader } from '../db/db.server.ts';
import { NOT_OF_COMMITTEE, refusalOf, type Actor } from '../domain/actor.ts';
import { mayOn } from '../domain/events/rights.ts';
import { can, canSomewhere, isEventCapability, type Capability } from '../domain/roles.ts';
import { findAddress } from '../http/find-address.ts';
import { actorContext, siteContext } from '../http/context.server.ts';
import { READING, type AppEnv } from '../http/env.ts';
import { problem, problemResponse } from '../http/problem.ts';
import { CACHE_CONTROL } from '../http/headers/cache-control.ts';
import type { Problem } from '../problem.ts';
import type { Site } from '../site.ts';
import { noteSession } from '../domain/users/sessions.ts';
import { reportError } from '../telemetry/report-error.ts';
import { isLoopback } from '../config/settings.server.ts';

function adminProblem(actor: Actor | null, capability: Capability = 'see content'): Problem | undefined {
  if (!actor) return problem(401, 'You are not signed in, or your session has ended. Please sign in again.');
  if (canSomewhere(actor.role, capability)) return undefined;
  return problem(403, refusalOf(actor.role), actor.role === null ? {} : { kind: 'not-in-role' });
}

/** product.md 6: pages redirect to login or, signed in without a role, home; data and actions get 401 or 403. */
export function guardAdmin(request: Request, actor: Actor | null): Response | undefined {
  const refused = adminProblem(actor);
  if (!refused) return undefined;
  if (isPage(request)) return redirect(refused.status === 401 ? '/auth/login' : '/home');
  return problemResponse(refused);
}

/**
 * The capabilities that a screen below /admin needs: to be read, and to be sent to.
 * @throws a page's refusal, which the screen shows.
 */
export function needs(toRead: Capability, toSend = toRead): MiddlewareFunction<Response> {
  return async ({ request, context, params }, next) => {
    const capability = READING.has(request.method) ? toRead : toSend;
    const { db } = context.get(siteContext);
    const refused = await eventProblem(db, context.get(actorContext), capability, params['id']);
    if (!refused) return next();
    if (!isPage(request)) return problemResponse(refused);
    // Only once the layout has loaded, which shows the refusal below its tabs.
    await next();
    throw data(refused, { status: refused.status });
  };
}

/** A committee's people are checked against the event in the address; without one, they may only begin something new. */
async function eventProblem(
  db: Reader,
  actor: Actor | null,
  capability: Capability,
  event: string | undefined,
): Promise<Problem | undefined> {
  const refused = adminProblem(actor, capability);
  if (refused || can(actor?.role, capability)) return refused;
  const isTheirs =
    event === undefined
      ? capability === 'change events'
      : isEventCapability(capability) && (await mayOn(db, actor, capability, [event]));
  return isTheirs ? undefined : problem(403, NOT_OF_COMMITTEE, { kind: 'not-in-role' });
}

function isPage({ method, url }: Request): boolean {
  const { isData, isResource = false } = findAddress(url);
  return ['GET', 'HEAD'].includes(method) && !isData && !isResource;
}

/** `isAskedLater`: the code that answers checks it, together with the form. */
export function requireRole(
  db: Reader,
  capability: Capability,
  { isAskedLater = false } = {},
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const actor = c.get('actor') ?? null;
    const event = c.req.param('id') ?? c.req.param('key');
    const refused = isAskedLater ? adminProblem(actor, capability) : await eventProblem(db, actor, capability, event);
    return refused ? problemResponse(refused) : next();
  };
}

/** Makes answers to a session cookie private, except immutable ones. Using a session extends it to seven more days. */
export function knowVisitor({ db, auth }: Pick<Site, 'db' | 'auth'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const cookies = c.req.header('cookie');
    const secret = auth.sessionCookie.read(cookies);
    const session = secret === undefined ? undefined : await auth.find(cookies);
    c.set('actor', session?.actor ?? null);
    const isActing = session?.actor.role && !READING.has(c.req.method) && !BY_ANYBODY.test(c.req.path);
    c.set('db', isActing ? withRight(db, askRole(auth, c)) : db);
    await next();
    if (secret === undefined) return;
    const { headers } = c.res;
    // Caches on the way may keep the answer, with all its headers, and give it to others.
    if (headers.get('cache-control')?.includes('immutable')) return;
    headers.set('cache-control', CACHE_CONTROL.private);
    if (headers.getSetCookie().some((cookie) => auth.sessionCookie.read(cookie) !== undefined)) return;
    if (!session) headers.append('set-cookie', auth.sessionCookie.clear());
    else if (session.isDueForNote) {
      await noteSession(db, secret).catch((error: unknown) => reportError('A session cannot be noted', error));
      headers.append('set-cookie', auth.keep(secret));
    }
  };
}

/** Addresses that need no role: anyone who loses theirs meanwhile can still sign out or sign up. */
const BY_ANYBODY = /^\/+(auth|sign-ups|subscribe|unsubscribe|forms|api\/(entries|attest))\b/i;

/** Checks that the session, and the role that let the request in, still exist. */
export function askRole(auth: Pick<Site['auth'], 'find'>, c: Context<AppEnv>): AskRight {
  return async (at) => {
    const current = (await auth.find(c.req.header('cookie'), at))?.actor;
    if (!current) throw new NotAllowed('Your session has ended. Please sign in again.', false);
    const entered = c.get('actor');
    const isSame = current.role === entered?.role && String(current.committees) === String(entered.committees);
    if (!isSame) throw new NotAllowed(refusalOf(current.role), true);
  };
}

const ELSEWHERE = 'The request did not come from a page of this site. Reload the page and try again.';

/** Refuses changes that another site makes a browser send. */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'POST' && findAddress(c.req.url).isSentFromAnywhere) return next();
    if (READING.has(c.req.method) || isFromHere(publicUrl, c.req.header('origin'), c.req.header('sec-fetch-site'))) {
      return next();
    }
    // Anyone who is not signed in may change nothing there anyway, which is the more helpful answer.
    const refused = findAddress(c.req.url).isForOfficers ? adminProblem(c.get('actor')) : undefined;
    return problemResponse(refused ?? problem(403, ELSEWHERE));
  };
}

/** False if the browser names neither origin nor site. */
function isFromHere(publicUrl: string, origin: string | undefined, fetchSite: string | undefined): boolean {
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin === undefined) return fetchSite !== undefined;
  return origin === publicUrl || isSameMachine(origin, publicUrl);
}

function isSameMachine(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin) || !isLoopback(origin) || !isLoopback(publicUrl)) return false;
  const [one, other] = [new URL(origin), new URL(publicUrl)];
  return one.protocol === other.protocol && one.port === other.port;
}
