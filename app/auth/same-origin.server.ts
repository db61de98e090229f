import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../config/settings.server.ts';
import type { AppEnv } from '../http/env.ts';
import { problem, problemResponse } from '../http/problem.ts';
import { adminProblem } from './guard.server.ts';

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
