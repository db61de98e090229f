import { data, type MiddlewareFunction } from 'react-router';
import type { Membership } from '../domain/members/standing.ts';
import { siteContext } from '../http/context.server.ts';
import type { Site } from '../site.ts';

/** How the club has members; where it has none, throws what an address answers that is not there. */
export function requireMembership({ club }: Pick<Site, 'club'>): Membership {
  if (!club.membership) throw data('There is no such page.', { status: 404 });
  return club.membership;
}

/** For what is no page. */
export const membersOnly: MiddlewareFunction<Response> = async ({ context }, next) => {
  requireMembership(context.get(siteContext));
  return next();
};
