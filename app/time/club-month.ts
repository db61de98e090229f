import { CalendarDate, fromAbsolute, startOfWeek, toCalendarDate, toZoned } from '@internationalized/date';
import type { ClubClock } from './club-time.ts';

/** A day of the club’s calendar, from one moment until before another. */
export interface MonthDay {
  /** 'YYYY-MM-DD' */
  day: string;
  from: number;
  to: number;
}

export interface ClubMonth {
  from: number;
  to: number;
  /** Whole weeks, beginning as in the locale; null for a day of another month. */
  weeks: (MonthDay | null)[][];
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** True for 'YYYY-MM' of the years 1 to 9998. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && text >= '0001-01' && text < '9999-01';
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
  const next = first.add({ months: 1 });
  const beginOf = (day: CalendarDate) => toZoned(day, timeZone).toDate().getTime();
  const weeks: ClubMonth['weeks'] = [];
  for (let week = startOfWeek(first, locale); week.compare(next) < 0; week = week.add({ days: 7 })) {
    const days = Array.from({ length: 7 }, (_day, at) => week.add({ days: at }));
    weeks.push(
      days.map((day) =>
        day.month === first.month
          ? { day: day.toString(), from: beginOf(day), to: beginOf(day.add({ days: 1 })) }
          : null,
      ),
    );
  }
  return { from: beginOf(first), to: beginOf(next), weeks };
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
