import type { MiddlewareHandler } from 'hono';
import { redirect } from 'react-router';
import type { Actor } from '../domain/users/actor.ts';
import type { AppEnv } from '../http/env.ts';

/** Why someone may not enter the admin area; undefined for an admin. */
export function refusalOfAdmin(actor: Actor | null): { status: 401 | 403; error: string } | undefined {
  if (!actor) return { status: 401, error: 'You are not signed in, or your session has ended. Please sign in again.' };
  if (!actor.admin) return { status: 403, error: 'Only the club’s admins may do this.' };
  return undefined;
}

/** What is read below /admin and is no page: a loader's data, a file for spreadsheets, an event on its way to its dialog. */
const DATA = /(\.data|\.csv|\/events\/[^/]+\/draft)$/;

/**
 * The answer for someone who may not enter the admin area (product.md 6), undefined for an admin: a page redirects to
 * the login screen or, signed in, to the home page; data and actions are refused with 401 or 403.
 */
export function guardAdmin(request: Request, actor: Actor | null): Response | undefined {
  const refusal = refusalOfAdmin(actor);
  if (!refusal) return undefined;
  const isPage = ['GET', 'HEAD'].includes(request.method) && !DATA.test(new URL(request.url).pathname);
  if (isPage) return redirect(refusal.status === 401 ? '/auth/login' : '/home');
  return Response.json({ error: refusal.error }, { status: refusal.status, headers: { 'cache-control': 'no-store' } });
}

/** The same for addresses outside the pages, such as /api/entries: answered with 401 or 403 to all but admins. */
export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const refusal = refusalOfAdmin(c.get('actor') ?? null);
  if (!refusal) return next();
  return c.json({ error: refusal.error }, refusal.status, { 'cache-control': 'no-store' });
};
