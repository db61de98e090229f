import type { MiddlewareHandler } from 'hono';
import type { Site } from '../site.ts';
import type { AppEnv } from '../http/env.ts';
import { noteSession } from '../domain/users/sessions.ts';
import { reportError } from '../telemetry/request-scope.ts';

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
