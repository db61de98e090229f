import { CalendarDate, fromAbsolute, startOfWeek, toCalendarDate, toZoned } from '@internationalized/date';
import type { ClubClock } from './club-time.ts';
import { DAY_MS } from './durations.ts';

/** A day of the club’s calendar, from one moment until before another. */
export interface MonthDay {
  /** 'YYYY-MM-DD' */
  day: string;
  from: number;
  to: number;
}

interface ClubMonth {
  from: number;
  to: number;
  /** Whole weeks, beginning as in the locale; null for a day of another month. */
  weeks: (MonthDay | null)[][];
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** True for 'YYYY-MM' of the years 1 to 9999. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && text >= '0001-01';
}

/** The month of a moment. */
export function monthOf(time: number, timeZone: string): string {
  return toCalendarDate(fromAbsolute(time, timeZone)).toString().slice(0, 7);
}

export function monthPlus(month: string, months: number): string {
  return firstOf(month).add({ months }).toString().slice(0, 7);
}

export function readMonth(month: string, { timeZone, locale }: ClubClock): ClubMonth {
  const first = firstOf(month);
  const beginOf = (day: CalendarDate) => toZoned(day, timeZone).toDate().getTime();
  const days = Array.from({ length: first.calendar.getDaysInMonth(first) }, (_day, at) => first.add({ days: at }));
  const begins = days.map(beginOf);
  const next = first.add({ months: 1 });
  // No date follows the last day of the year 9999.
  const to = next.day === 1 ? beginOf(next) : beginOf(next) + DAY_MS;
  const before = first.compare(startOfWeek(first, locale));
  const weeks = Array.from({ length: Math.ceil((before + days.length) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const at = week * 7 + weekday - before;
      const [day, from] = [days[at], begins[at]];
      return day && from !== undefined ? { day: day.toString(), from, to: begins[at + 1] ?? to } : null;
    }),
  );
  return { from: beginOf(first), to, weeks };
}

function firstOf(month: string): CalendarDate {
  const [year = 1, number = 1] = month.split('-').map(Number);
  return new CalendarDate(year, number, 1);
}

/** 'Sunday' to 'Saturday', beginning as in the locale. */
export function namesOfWeekdays(locale: string): { short: string; long: string }[] {
  const first = startOfWeek(new CalendarDate(2026, 1, 1), locale);
  const name = (day: Date, weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(day);
  return Array.from({ length: 7 }, (_day, at) => {
    const day = first.add({ days: at }).toDate('UTC');
    return { short: name(day, 'short'), long: name(day, 'long') };
  });
}
