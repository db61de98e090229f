import { WEEKDAYS } from '../app/config/club.ts';
import type { Schedule } from '../app/domain/digest/schedule.ts';
import { clubDay, weekdayOf } from '../app/time/club-day.ts';
import { formatIsoTime } from '../app/time/club-time.ts';
import { club } from './outbox.ts';

/** By which the mail of the week goes at this time, on this day of the week at the club. */
export function scheduleAt(time: number): Schedule {
  const { timeZone } = club.clock;
  const weekday = WEEKDAYS.find((one) => one === weekdayOf(clubDay(timeZone, time))) ?? 'monday';
  return { weekday, at: formatIsoTime(time, timeZone).slice(11, 16), timeZone };
}
