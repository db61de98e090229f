import { clubDay, formatClubDay } from '../../time/club-day.ts';
import type { Thing } from './thing.ts';
import type { SiteStatus } from './site-status.ts';

/** `day` is the last day on which the thing holds. */
export function lastsUntil(
  day: string,
  { now, clock }: Pick<SiteStatus, 'now' | 'clock'>,
): Pick<Thing, 'endsOn' | 'isWrong' | 'says'> {
  const isWrong = day < clubDay(clock.timeZone, now);
  return { endsOn: day, isWrong, says: `${isWrong ? 'Ended' : 'Ends'} on ${formatClubDay(day, clock)}.` };
}
