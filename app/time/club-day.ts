import { CalendarDate, parseDate, parseDateTime, toZoned } from '@internationalized/date';
import { DAY_MS } from './durations.ts';
import { daysNamed, formatDate, formatTableDate, type ClubClock } from './club-time.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** 'YYYY-MM-DD', of a calendar that has it. Such texts compare as the days do. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || day < 1) return false;
  // What no calendar has is moved to a day that there is.
  return new CalendarDate(year, month, day).toString() === text;
}

/** Which day it is at the club. */
export function clubDay(timeZone: string, now = Date.now()): string {
  return formatTableDate(now, { timeZone, locale: 'en' });
}

export function dayPlus(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}

export function yearLater(day: string): string {
  return parseDate(day).add({ years: 1 }).toString();
}

/** The last day of a month, 'YYYY-MM'. */
export function lastDayOfMonth(month: string): string {
  return parseDate(`${month}-01`).add({ months: 1 }).subtract({ days: 1 }).toString();
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** When it begins at the club, in epoch milliseconds. */
export function beginOf(day: string, timeZone: string): number {
  return daysNamed(day, timeZone)?.from ?? NaN;
}

/** 'Aug 31, 2027' */
export function formatClubDay(day: string, { locale }: Pick<ClubClock, 'locale'>): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return formatDate(Date.UTC(year, month - 1, date, 12), { timeZone: 'UTC', locale });
}

/** The last day of the year that holds `day`, where years begin with that month (1 to 12). */
export function lastDayOfYear(day: string, startsIn: number): string {
  const { year, month } = parseDate(day);
  const turns = month >= startsIn ? year + 1 : year;
  return new CalendarDate(turns, startsIn, 1).subtract({ days: 1 }).toString();
}

/** 'monday' to 'sunday' */
export function weekdayOf(day: string): string {
  return new Date(`${day}T12:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
}

/** When it is so late ('18:00') on that day of the club; where the clocks skip that time, as much later. */
export function momentOn(day: string, time: string, timeZone: string): number {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone)
    .toDate()
    .getTime();
}
