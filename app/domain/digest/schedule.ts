import { clubDay, dayPlus, momentOn, weekdayOf } from '../../time/club-day.ts';
import type { ClubConfig } from '../../config/club.ts';
import type { ClubClock } from '../../time/club-time.ts';
import { DAY_MS } from '../../time/durations.ts';

/** When the weekly mail is sent: `digest` in the club’s configuration gives its weekday and time. */
export interface Schedule extends NonNullable<ClubConfig['digest']> {
  timeZone: string;
}

export interface Issue {
  /** The club's day, 'YYYY-MM-DD', which names the mail. */
  day: string;
  /** Epoch milliseconds. */
  at: number;
}

/** undefined if the club sends none. */
export function scheduleOf({ digest }: Pick<ClubConfig, 'digest'>, { timeZone }: ClubClock): Schedule | undefined {
  return digest && { ...digest, timeZone };
}

/** If the site was down, it is sent up to this late. */
const LATE_MS = DAY_MS;

/** The issue to send now. */
export function issueDue(schedule: Schedule, now: number): Issue | undefined {
  return issuesAround(schedule, now).findLast(({ at }) => at <= now && now < at + LATE_MS);
}

/** `last` is the day of the issue that was sent last. */
export function nextIssue(schedule: Schedule, now: number, last?: string): Issue | undefined {
  return issuesAround(schedule, now).find(({ day, at }) => at > now && !isTooSoon(day, last));
}

/** Nobody gets two within a week, even if the configuration now names another weekday. */
export function isTooSoon(day: string, last: string | undefined): boolean {
  return last !== undefined && last <= day && day < dayPlus(last, 7);
}

/** Covers an issue that is late, with a day to spare. */
const LOOK_BACK_DAYS = 2;
/** Covers the next issue that is not too soon, with a day to spare. */
const LOOK_AHEAD_DAYS = 16;

/** The issues near now: on the club's weekday, at its time by the club's clocks. */
function issuesAround({ weekday, at, timeZone }: Schedule, now: number): Issue[] {
  const today = clubDay(timeZone, now);
  const days = Array.from({ length: LOOK_BACK_DAYS + 1 + LOOK_AHEAD_DAYS }, (_day, place) =>
    dayPlus(today, place - LOOK_BACK_DAYS),
  );
  return days.filter((day) => weekdayOf(day) === weekday).map((day) => ({ day, at: momentOn(day, at, timeZone) }));
}
