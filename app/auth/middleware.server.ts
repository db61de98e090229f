import type { MiddlewareHandler } from 'hono';
import { redirect } from 'react-router';
import type { Actor } from '../domain/users/actor.ts';
import type { AppEnv } from '../http/env.ts';
import { problem, problemResponse } from '../http/problem.ts';
import type { Problem } from '../problem.ts';
import type { Site } from '../site.ts';
import { noteSession } from '../domain/users/sessions.ts';
import { reportError } from '../telemetry/report-error.ts';
import { isLoopback } from '../config/settings.server.ts';

export function adminProblem(actor: Actor | null): Problem | undefined {
  if (!actor) return problem(401, 'You are not signed in, or your session has ended. Please sign in again.');
  if (actor.role === null) return problem(403, 'Only the club’s admins may do this.');
  return undefined;
}

/** Below /admin but no page: a loader's data, a file for spreadsheets, an event on its way to its dialog. */
const DATA = /(\.data|\.csv|\/events\/[^/]+\/draft)$/;

/** product.md 6: pages redirect to login or, signed in, home; data and actions get 401 or 403. */
export function guardAdmin(request: Request, actor: Actor | null): Response | undefined {
  const refused = adminProblem(actor);
  if (!refused) return undefined;
  const isPage = ['GET', 'HEAD'].includes(request.method) && !DATA.test(new URL(request.url).pathname);
  if (isPage) return redirect(refused.status === 401 ? '/auth/login' : '/home');
  return problemResponse(refused);
}

export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const refused = adminProblem(c.get('actor') ?? null);
  return refused ? problemResponse(refused) : next();
};

/** Answers to a session cookie are private, immutable ones left out. A session in use goes on for seven days more. */
export function knowVisitor({ db, auth }: Pick<Site, 'db' | 'auth'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const cookies = c.req.header('cookie');
    const secret = auth.sessionCookie.read(cookies);
    const session = secret === undefined ? undefined : await auth.find(cookies);
    c.set('actor', session?.actor ?? null);
    await next();
    if (secret === undefined) return;
    const { headers } = c.res;
    // Caches on the way may keep it, with all its headers, and give it to others.
    if (headers.get('cache-control')?.includes('immutable')) return;
    headers.set('cache-control', 'private, no-store');
    if (headers.getSetCookie().some((cookie) => auth.sessionCookie.read(cookie) !== undefined)) return;
    if (!session) headers.append('set-cookie', auth.sessionCookie.clear());
    else if (session.isDueForNote) {
      await noteSession(db, secret).catch((error: unknown) => reportError('A session cannot be noted', error));
      headers.append('set-cookie', auth.keep(secret));
    }
  };
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const FOR_ADMINS = /^\/(admin|api\/entries)\b/i;
const ELSEWHERE = 'This was not sent from this site’s own pages. Reload the page and try again.';

/** Other sites can make a browser send, but not from here. */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (READING.has(c.req.method) || isFromHere(publicUrl, c.req.header('origin'), c.req.header('sec-fetch-site'))) {
      return next();
    }
    // Whoever is not signed in may change nothing there, wherever it was sent from: the better answer.
    const refused = FOR_ADMINS.test(c.req.path) ? adminProblem(c.get('actor')) : undefined;
    return problemResponse(refused ?? problem(403, ELSEWHERE));
  };
}

/** A browser that names neither origin nor site is not trusted with a change. */
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
