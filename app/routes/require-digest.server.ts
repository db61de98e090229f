import type { MiddlewareFunction } from 'react-router';
import { scheduleOf, type Schedule } from '../domain/digest/schedule.ts';
import { siteContext } from '../http/context.server.ts';
import type { Site } from '../site.ts';
import { unknownPath } from './unknown-path.server.ts';

/** When the mail of the week is sent. If the club sends none, throws what an unknown path beside this one answers. */
export function requireDigest({ club, clock }: Pick<Site, 'club' | 'clock'>, request: Request): Schedule {
  const schedule = scheduleOf(club, clock);
  if (!schedule) throw unknownPath(request);
  return schedule;
}

/** Runs before the role is checked, because an unknown path checks none. */
export const withDigest: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  requireDigest(context.get(siteContext), request);
  return next();
};
