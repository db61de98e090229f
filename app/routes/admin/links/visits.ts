import { needs } from '../../../auth/middleware.server.ts';
import { listVisits } from '../../../domain/links/visits.ts';
import { toJson, type ActionInput } from '../../../http/actions.ts';
import { clubDay, formatClubDay } from '../../../time/club-day.ts';
import type { Route } from './+types/visits';

export const middleware = [needs('see content')];

/** The visits per day, for the chart of a short link. */
export const loader = toJson(async ({ site: { db, clock }, params: { key } }: ActionInput<Route.LoaderArgs>) => {
  const days = await listVisits(db, key, clubDay(clock.timeZone));
  return { days: days.map(({ day, visits }) => ({ day, shown: formatClubDay(day, clock), visits })) };
});
