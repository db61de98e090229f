import type { Occurrence } from '../../time/club-date-time.ts';
import { laterTime, spanHasPassed, weekLater, type WallSpan } from './wall-span.ts';

export const MOST_REPEATS = 20;

/** All times of an event as its dialog holds them. */
export interface EventTimes extends WallSpan {
  opens: string;
  opensOccurrence: Occurrence;
  closes: string;
  closesOccurrence: Occurrence;
  membersUntil: string;
  membersUntilOccurrence: Occurrence;
  keepUntil: string;
  keepUntilOccurrence: Occurrence;
  publishAt: string;
  publishAtOccurrence: Occurrence;
}

export function isRepeatCount(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= MOST_REPEATS;
}

/**
 * The event and its repeats, each a week after the one before by the club’s clocks; only the event if there are none.
 */
export function repeatsOf<Times extends EventTimes & { repeatWeekly: string }>(
  times: Times,
  timeZone: string,
): Times[] {
  const more = isRepeatCount(times.repeatWeekly) ? Number(times.repeatWeekly) : 0;
  return Array.from({ length: more + 1 }, (_, weeks) => ({ ...times, ...timesLater(times, weeks, timeZone) }));
}

/** The dialog's fields that decide whether the event is announced. */
export interface AnnouncedTimes extends EventTimes {
  announce: boolean;
  hiddenDate: boolean;
  visibility: 'Published' | 'Draft' | 'Publish at';
}

/**
 * Events that appear at the same moment are announced once, by the first that is not over: nobody would read a message
 * for each.
 */
export function announceOnce<Times extends AnnouncedTimes>(all: Times[], timeZone: string, now = Date.now()): Times[] {
  if (all[0]?.visibility !== 'Published') return all;
  const first = all.find((one) => !spanHasPassed(one, timeZone, now)) ?? all[0];
  return all.map((one) => ({ ...one, announce: one.announce && one === first }));
}

function timesLater(times: EventTimes, weeks: number, timeZone: string): EventTimes {
  const opens = laterTime(times.opens, times.opensOccurrence, timeZone, weeks);
  const closes = laterTime(times.closes, times.closesOccurrence, timeZone, weeks);
  const membersUntil = laterTime(times.membersUntil, times.membersUntilOccurrence, timeZone, weeks);
  const keepUntil = laterTime(times.keepUntil, times.keepUntilOccurrence, timeZone, weeks);
  const publishes = laterTime(times.publishAt, times.publishAtOccurrence, timeZone, weeks);
  const { start, startOccurrence, end, endOccurrence } = weeks === 0 ? times : weekLater(times, timeZone, weeks);
  return {
    start,
    startOccurrence,
    end,
    endOccurrence,
    opens: opens.wall,
    opensOccurrence: opens.occurrence,
    closes: closes.wall,
    closesOccurrence: closes.occurrence,
    membersUntil: membersUntil.wall,
    membersUntilOccurrence: membersUntil.occurrence,
    keepUntil: keepUntil.wall,
    keepUntilOccurrence: keepUntil.occurrence,
    publishAt: publishes.wall,
    publishAtOccurrence: publishes.occurrence,
  };
}
