import type { MiddlewareFunction } from 'react-router';
import type { Membership } from '../domain/members/membership.ts';
import { siteContext } from '../http/context.server.ts';
import type { Site } from '../site.ts';
import { unknownPath } from './unknown-path.server.ts';

/** How the club has members; where it has none, throws what any unknown path beside this one answers. */
export function requireMembership({ club }: Pick<Site, 'club'>, request: Request): Membership {
  if (club.membership) return club.membership;
  throw unknownPath(request);
}

/** Before the role is asked for: an unknown path asks for none of its own. */
export const membersOnly: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  requireMembership(context.get(siteContext), request);
  return next();
};
