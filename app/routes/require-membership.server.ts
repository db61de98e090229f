import { data, redirect, type MiddlewareFunction } from 'react-router';
import type { Membership } from '../domain/members/membership.ts';
import { siteContext } from '../http/context.server.ts';
import { READING } from '../http/env.ts';
import { findAddress } from '../http/find-address.ts';
import type { Site } from '../site.ts';

/** How the club has members; where it has none, throws what any unknown path beside this one answers. */
export function requireMembership({ club }: Pick<Site, 'club'>, { method, url }: Request): Membership {
  if (club.membership) return club.membership;
  if (!READING.has(method)) throw data('This cannot be done here.', { status: 405 });
  throw redirect(findAddress(url).isForOfficers ? '/admin/home' : '/home');
}

/** Before the role is asked for: an unknown path asks for none of its own. */
export const membersOnly: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  requireMembership(context.get(siteContext), request);
  return next();
};
