import { CalendarDate, fromAbsolute, toCalendarDate, toCalendarDateTime, toZoned } from '@internationalized/date';

/** Where and how the club tells time: an IANA zone and a language tag. */
export interface ClubClock {
  timeZone: string;
  locale: string;
}

/** What people call a zone, after its city: 'Toronto time'; 'UTC' is called so itself. */
export function zoneName(timeZone: string): string {
  const [city = timeZone] = timeZone.split('/').slice(-1);
  return city === timeZone ? timeZone : `${city.replaceAll('_', ' ')} time`;
}

/** Midnight in the club's zone at which the day of `now` began: the boundary of past and future (product.md 4). */
export function startOfToday(timeZone: string, now = Date.now()): number {
  return startOfDay(now, 0, timeZone);
}

/** The club's next midnight after `now`: when lists that depend on today change by themselves. */
export function startOfTomorrow(timeZone: string, now = Date.now()): number {
  return startOfDay(now, 1, timeZone);
}

/** Midnight at the club, so many days after the day of `time`, or before it. */
export function startOfDay(time: number, days: number, timeZone: string): number {
  return midnight(toCalendarDate(fromAbsolute(time, timeZone)).add({ days }), timeZone);
}

/** The same time of day at the club, so many days later. */
export function addDays(time: number, days: number, timeZone: string): number {
  return fromAbsolute(time, timeZone).add({ days }).toDate().getTime();
}

/** The year that clocks at the club show at `time`. */
export function yearOf(time: number, timeZone: string): number {
  const { era, year } = toCalendarDate(fromAbsolute(time, timeZone));
  return era === 'BC' ? 1 - year : year;
}

/** The first moment of a year from 1 to 9999 at the club. */
export function startOfYear(year: number, timeZone: string): number {
  return midnight(new CalendarDate(year, 1, 1), timeZone);
}

/** Where a clock change skips midnight, the day begins at the first moment that exists. */
function midnight(day: CalendarDate, timeZone: string): number {
  return toZoned(day, timeZone).toDate().getTime();
}

/** The days that '2026', '2026-11' or '2026-11-20' names in the club's zone, in epoch milliseconds, `to` not among them. */
export function daysNamed(text: string, timeZone: string): { from: number; to: number } | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const first = new CalendarDate(Number(year), Number(month ?? 1), Number(day ?? 1));
  // What no calendar has is moved to the next day that there is.
  if (!first.toString().startsWith(text)) return undefined;
  const next = first.add(day ? { days: 1 } : month ? { months: 1 } : { years: 1 });
  return { from: midnight(first, timeZone), to: midnight(next, timeZone) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One shared formatter per format: making one costs more than using it a thousand times. */
function formatter(clock: ClubClock, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${clock.timeZone} ${clock.locale} ${JSON.stringify(options)}`;
  const known = formatters.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(clock.locale, { timeZone: clock.timeZone, ...options });
  formatters.set(name, made);
  return made;
}

function partsOf(time: number, clock: ClubClock, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const parts = formatter(clock, options).formatToParts(time);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h12' };

function clockTime(parts: Record<string, string>): string {
  return `${parts.hour}:${parts.minute} ${parts.dayPeriod}`;
}

/** An event card's start, literally 'Friday, November 20, 2026, 07:30 PM'. */
export function formatCardStart(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', ...CLOCK });
  return `${parts.weekday}, ${parts.month} ${parts.day}, ${parts.year}, ${clockTime(parts)}`;
}

/** The event view's 'MMM d, y, hh:mm a': 'Nov 20, 2026, 07:30 PM'. */
export function formatViewTime(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { month: 'short', day: 'numeric', year: 'numeric', ...CLOCK });
  return `${parts.month} ${parts.day}, ${parts.year}, ${clockTime(parts)}`;
}

/** A day in full: 'Friday, November 20, 2026'. */
export function formatLongDay(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  return `${parts.weekday}, ${parts.month} ${parts.day}, ${parts.year}`;
}

/** A day and its hour, for one of two lines: 'Fri, Nov 20, 2026, 07:30 PM'. */
export function formatShortStart(time: number, clock: ClubClock): string {
  const { weekday } = partsOf(time, clock, { weekday: 'short' });
  return `${weekday}, ${formatViewTime(time, clock)}`;
}

/** A time of day: '07:30 PM'. */
export function formatClockTime(time: number, clock: ClubClock): string {
  return clockTime(partsOf(time, clock, CLOCK));
}

/** A day: 'Nov 20, 2026'. */
export function formatDay(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { month: 'short', day: 'numeric', year: 'numeric' });
  return `${parts.month} ${parts.day}, ${parts.year}`;
}

/** An admin table's time beside its date: 'Fri, 07:30 PM'. */
export function formatDayTime(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'short', ...CLOCK });
  return `${parts.weekday}, ${clockTime(parts)}`;
}

/** The admin table's 'YYYY-MM-dd': calendar year, month and day, zero-padded, in the club's zone. */
export function formatTableDate(time: number, clock: ClubClock): string {
  return toCalendarDate(fromAbsolute(time, clock.timeZone)).toString();
}

/** '2026-11-20T19:30:00-05:00': the club's clock, so that daylight saving is told too. */
export function formatIsoTime(time: number, timeZone: string): string {
  return fromAbsolute(time, timeZone).toString().replace(/\[.*$/, '');
}

/** 'YYYY-MM-DD HH:mm:ss' in the club's zone, as spreadsheets read a time. */
export function formatSpreadsheetTime(time: number, { timeZone }: ClubClock): string {
  return toCalendarDateTime(fromAbsolute(time, timeZone)).set({ millisecond: 0 }).toString().replace('T', ' ');
}

/** The typographic date block of a card: 'Fri', '20', 'Nov'. */
export function formatDateBlock(time: number, clock: ClubClock): { weekday: string; day: string; month: string } {
  const parts = partsOf(time, clock, { weekday: 'short', month: 'short', day: 'numeric' });
  return { weekday: parts.weekday ?? '', day: parts.day ?? '', month: parts.month ?? '' };
}
