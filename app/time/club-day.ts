import { CalendarDate, parseDate, parseDateTime, toZoned } from '@internationalized/date';
import { DAY_MS } from './durations.ts';
import { daysNamed, formatDate, formatTableDate, type ClubClock } from './club-time.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** True for 'YYYY-MM-DD' of a day that exists. Such texts sort like their days. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || day < 1) return false;
  // The library moves a day that does not exist to one that does.
  return new CalendarDate(year, month, day).toString() === text;
}

/** The day in the club's zone. */
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

/** When the day begins in the club's zone, in epoch milliseconds. */
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

/** The moment of a time ('18:00') on that day of the club; if the clocks skip that time, as much later as they skip. */
export function momentOn(day: string, time: string, timeZone: string): number {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone)
    .toDate()
    .getTime();
}
