import {
  CalendarDate,
  fromAbsolute,
  startOfWeek as firstDayOfWeek,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';

export interface ClubClock {
  timeZone: string;
  locale: string;
}

/** 'Toronto', as in 'Toronto time', or 'UTC'. */
export function zoneName(timeZone: string): string {
  const [city = timeZone] = timeZone.split('/').slice(-1);
  return city === timeZone ? timeZone : `${city.replaceAll('_', ' ')} time`;
}

/** The boundary of past and future (product.md 4): midnight in the club's zone. */
export function startOfToday(timeZone: string, now = Date.now()): number {
  return dayOf(now, timeZone).from;
}

export function startOfTomorrow(timeZone: string, now = Date.now()): number {
  return dayOf(now, timeZone).to;
}

/** Today, by zone: every sign-up needs it, and working it out takes longer than reading a row. */
const lastDays = new Map<string, { from: number; to: number }>();

function dayOf(now: number, timeZone: string): { from: number; to: number } {
  const last = lastDays.get(timeZone);
  if (last && last.from <= now && now < last.to) return last;
  const found = { from: startOfDay(now, 0, timeZone), to: startOfDay(now, 1, timeZone) };
  lastDays.set(timeZone, found);
  return found;
}

export function startOfDay(time: number, days: number, timeZone: string): number {
  return midnight(toCalendarDate(fromAbsolute(time, timeZone)).add({ days }), timeZone);
}

/** Weeks begin on Mondays; those of a month's calendar begin as in the locale (club-month.ts). */
function startOfWeek(time: number, timeZone: string): number {
  return midnight(firstDayOfWeek(toCalendarDate(fromAbsolute(time, timeZone)), 'en', 'mon'), timeZone);
}

export function addDays(time: number, days: number, timeZone: string): number {
  return fromAbsolute(time, timeZone).add({ days }).toDate().getTime();
}

export function yearOf(time: number, timeZone: string): number {
  const { era, year } = toCalendarDate(fromAbsolute(time, timeZone));
  return era === 'BC' ? 1 - year : year;
}

/** The years are 1 to 9999. */
export function startOfYear(year: number, timeZone: string): number {
  return midnight(new CalendarDate(year, 1, 1), timeZone);
}

/** Where a clock change skips midnight, the day begins at the first moment that exists. */
function midnight(day: CalendarDate, timeZone: string): number {
  return toZoned(day, timeZone).toDate().getTime();
}

/** For '2026', '2026-11' or '2026-11-20'; epoch milliseconds, `to` excluded. */
export function daysNamed(text: string, timeZone: string): { from: number; to: number } | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const first = new CalendarDate(Number(year), Number(month ?? 1), Number(day ?? 1));
  // The library has moved a day that does not exist to the next one that does.
  if (!first.toString().startsWith(text)) return undefined;
  const next = first.add(day ? { days: 1 } : month ? { months: 1 } : { years: 1 });
  return { from: midnight(first, timeZone), to: midnight(next, timeZone) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are kept: making one costs more than using it a thousand times. */
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

/** 'Friday, November 20, 2026, 07:30 PM' */
export function formatCardStart(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', ...CLOCK });
  return `${parts.weekday}, ${parts.month} ${parts.day}, ${parts.year}, ${clockTime(parts)}`;
}

/** 'Nov 20, 2026, 07:30 PM' */
export function formatViewTime(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { month: 'short', day: 'numeric', year: 'numeric', ...CLOCK });
  return `${parts.month} ${parts.day}, ${parts.year}, ${clockTime(parts)}`;
}

/** 'Friday, November 20, 2026' */
export function formatLongDay(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  return `${parts.weekday}, ${parts.month} ${parts.day}, ${parts.year}`;
}

/** 'Nov 20, 2026' */
export function formatDate(time: number, clock: ClubClock): string {
  const { month, day, year } = partsOf(time, clock, { month: 'short', day: 'numeric', year: 'numeric' });
  return `${month} ${day}, ${year}`;
}

/** 'Friday, November 20' */
export function formatNearDay(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { weekday: 'long', month: 'long', day: 'numeric' });
  return `${parts.weekday}, ${parts.month} ${parts.day}`;
}

/** 'Friday' */
export function formatWeekday(time: number, clock: ClubClock): string {
  return partsOf(time, clock, { weekday: 'long' }).weekday ?? '';
}

/** '07:30 PM' */
export function formatClockTime(time: number, clock: ClubClock): string {
  return clockTime(partsOf(time, clock, CLOCK));
}

/** 'November 2026' */
export function formatMonth(time: number, clock: ClubClock): string {
  const parts = partsOf(time, clock, { month: 'long', year: 'numeric' });
  return `${parts.month} ${parts.year}`;
}

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' };

/** 'Tue Nov 24', or 'Tue Nov 24, 2027' if its year is not that of `now`. */
export function formatDay(time: number, clock: ClubClock, now = Date.now()): string {
  const { weekday, day, month, year } = partsOf(time, clock, DAY);
  const isThisYear = year === partsOf(now, clock, DAY).year;
  return `${weekday} ${month} ${day}${isThisYear ? '' : `, ${year}`}`;
}

/** 'Last week', 'This week', 'Next week', 'Week of Mon Dec 7' */
export function formatWeek(time: number, clock: ClubClock, now = Date.now()): string {
  const { timeZone } = clock;
  const week = startOfWeek(time, timeZone);
  if (week === startOfWeek(now, timeZone)) return 'This week';
  if (week === startOfWeek(startOfDay(now, 7, timeZone), timeZone)) return 'Next week';
  if (week === startOfWeek(startOfDay(now, -7, timeZone), timeZone)) return 'Last week';
  return `Week of ${formatDay(week, clock, now)}`;
}

/** 'Tue Nov 24, 6 PM' */
export function formatMoment(time: number, clock: ClubClock, now = Date.now()): string {
  return `${formatDay(time, clock, now)}, ${formatHours(time, clock)}`;
}

/** 'Tue, 6:30 PM' */
export function formatWeekdayTime(time: number, clock: ClubClock): string {
  return `${partsOf(time, clock, { weekday: 'short' }).weekday}, ${formatHours(time, clock)}`;
}

/** 'Tue Nov 24, 6–8 PM', or 'Fri Nov 20, 7:30 PM – Sun Nov 22, 5 PM'. An end that is not after the start is ignored. */
export function formatSpan(start: number, end: number | null, clock: ClubClock, now = Date.now()): string {
  const lines = formatSpanLines(start, end, clock, now);
  return lines.join(lines[0]?.endsWith('–') ? ' ' : ', ');
}

/** Like formatSpan, in two lines: the day and its hours, or the beginning and the end. */
export function formatSpanLines(start: number, end: number | null, clock: ClubClock, now = Date.now()): string[] {
  const day = formatDay(start, clock, now);
  if (end === null || end <= start) return [day, formatHours(start, clock)];
  const isOneDay = isOneEvening(start, end) || end <= startOfDay(start, 1, clock.timeZone);
  if (isOneDay) return [day, formatHours(start, clock, end)];
  return [`${formatMoment(start, clock, now)} –`, formatMoment(end, clock, now)];
}

const ONE_EVENING_MS = 12 * 60 * 60 * 1000;

/** True if the event belongs to the evening of the day it starts, even if it ends after midnight. */
export function isOneEvening(start: number, end: number): boolean {
  return end - start < ONE_EVENING_MS;
}

/** '6 PM', '6–8 PM', '11:30 AM–1 PM' */
export function formatHours(start: number, clock: ClubClock, end: number | null = null): string {
  const [from, fromPeriod] = hourOf(start, clock);
  if (end === null) return `${from} ${fromPeriod}`;
  const [to, toPeriod] = hourOf(end, clock);
  const isOneHalf = fromPeriod === toPeriod && isOneEvening(start, end);
  return `${from}${isOneHalf ? '' : ` ${fromPeriod}`}–${to} ${toPeriod}`;
}

/** '6' and 'PM', or '6:30' and 'PM'. */
function hourOf(time: number, clock: ClubClock): [hour: string, period: string] {
  const { hour, minute, dayPeriod = '' } = partsOf(time, clock, { ...CLOCK, hour: 'numeric' });
  return [minute === '00' ? `${hour}` : `${hour}:${minute}`, dayPeriod];
}

/** 'YYYY-MM-dd' */
export function formatTableDate(time: number, clock: ClubClock): string {
  return toCalendarDate(fromAbsolute(time, clock.timeZone)).toString();
}

/** '2026-11-20T19:30:00-05:00' */
export function formatIsoTime(time: number, timeZone: string): string {
  return fromAbsolute(time, timeZone).toString().replace(/\[.*$/, '');
}

/** 'YYYY-MM-DD HH:mm:ss' */
export function formatSpreadsheetTime(time: number, { timeZone }: ClubClock): string {
  return toCalendarDateTime(fromAbsolute(time, timeZone)).set({ millisecond: 0 }).toString().replace('T', ' ');
}

/** 'Fri', '20', 'Nov' */
export function formatDateBlock(time: number, clock: ClubClock): { weekday: string; day: string; month: string } {
  const parts = partsOf(time, clock, { weekday: 'short', month: 'short', day: 'numeric' });
  return { weekday: parts.weekday ?? '', day: parts.day ?? '', month: parts.month ?? '' };
}
