import type { MiddlewareFunction } from 'react-router';
import type { Membership } from '../domain/members/membership.ts';
import { siteContext } from '../http/context.server.ts';
import type { Site } from '../site.ts';
import { unknownPath } from './unknown-path.server.ts';

/** The club's membership settings. If it has no members, throws what an unknown path beside this one answers. */
export function requireMembership({ club }: Pick<Site, 'club'>, request: Request): Membership {
  if (club.membership) return club.membership;
  throw unknownPath(request);
}

/** Runs before the role is checked, because an unknown path checks none. */
export const membersOnly: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  requireMembership(context.get(siteContext), request);
  return next();
};
