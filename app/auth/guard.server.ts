import type { MiddlewareHandler } from 'hono';
import { redirect } from 'react-router';
import type { Actor } from '../domain/users/actor.ts';
import type { AppEnv } from '../http/env.ts';
import { problem, problemResponse } from '../http/problem.ts';
import type { Problem } from '../problem.ts';

export function adminProblem(actor: Actor | null): Problem | undefined {
  if (!actor) return problem(401, 'You are not signed in, or your session has ended. Please sign in again.');
  if (!actor.admin) return problem(403, 'Only the club’s admins may do this.');
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
