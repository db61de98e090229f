import { CalendarDate, fromAbsolute } from '@internationalized/date';

export const SEPTEMBER = 9;

/** When a club's years begin, unless its configuration says otherwise (`club.yearStartsIn`). */
export interface ClubYears {
  timeZone: string;
  /** 1 to 12. */
  yearStartsIn: number | undefined;
}

/** The calendar year in which the club's year of this moment began. */
export function clubYear(time: number, { timeZone, yearStartsIn = SEPTEMBER }: ClubYears): number {
  const { year, month } = fromAbsolute(time, timeZone);
  return month >= yearStartsIn ? year : year - 1;
}

/** '2026–2027', or '2026' for a calendar year. */
export function nameOfYear(year: number, yearStartsIn = SEPTEMBER): string {
  return yearStartsIn === 1 ? String(year) : `${year}–${year + 1}`;
}

/** The months of a year in their order, each from one moment until just before another. */
export function monthsOfYear(
  year: number,
  { timeZone, yearStartsIn = SEPTEMBER }: ClubYears,
): { from: number; until: number }[] {
  const first = new CalendarDate(year, yearStartsIn, 1);
  const beginOf = (months: number) => first.add({ months }).toDate(timeZone).getTime();
  return Array.from({ length: 12 }, (_month, at) => ({ from: beginOf(at), until: beginOf(at + 1) }));
}
