import { readDay, type DateOrder } from './days.ts';

export interface CellMoment {
  /** 'YYYY-MM-DD' */
  day: string;
  /** 'HH:MM'; empty if the cell has no time. */
  time: string;
  /** Minutes ahead of UTC, as RFC 3339 counts them ('+02:00' is 120); null: the club's own time. */
  offset: number | null;
}

const TIME = /^(?:at |um )?(\d{1,2})(?:[:.h](\d{2})?)?(?::\d{2}(?:\.\d+)?)?\s*(a\.?m\.?|p\.?m\.?|uhr)?$/i;
const OFFSET = /\s*(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2}))$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns 'HH:MM'; empty for an empty cell, undefined if the cell is not a time of day. */
export function readTime(cell: string): string | undefined {
  if (cell === '') return '';
  const [, hours, minutes = '00', half] = TIME.exec(cell) ?? [];
  // A number alone is not a time.
  if (hours === undefined || (half === undefined && !/[:.h]/i.test(cell))) return undefined;
  const isHalf = half !== undefined && /^[ap]/i.test(half);
  const isAfternoon = half !== undefined && /^p/i.test(half);
  if (Number(hours) > (isHalf ? 12 : 23) || Number(minutes) > 59) return undefined;
  const hour = isHalf ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Splits a cell into its day and the rest; the day is empty if there is none. */
function split(cell: string): [day: string, rest: string] {
  const [, numeric = '', rest = ''] = /^(\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4})(?:T|,?\s+|$)(.*)$/s.exec(cell) ?? [];
  if (numeric !== '') return [numeric, rest];
  const named =
    /^(?:\p{L}+,?\s+)??(?:(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?|(\d{1,2})\.?[\s-]+(\p{L}+)\.?,?)[\s-]+(\d{4})(?:,?\s+|$)(.*)$/su.exec(
      cell,
    );
  if (!named) return ['', cell];
  const [, monthFirst, dayAfter, dayFirst, monthAfter, year = '', after = ''] = named;
  const month = MONTHS.indexOf((monthFirst ?? monthAfter ?? '').slice(0, 3).toLowerCase()) + 1;
  if (month === 0) return ['', cell];
  return [`${year}-${month}-${dayAfter ?? dayFirst ?? ''}`, after];
}

/** The part of a cell that holds its day, which may mean two days, such as 08/09/2026. */
export function dayPart(cell: string): string {
  return split(cell)[0];
}

/** undefined if the cell is not a day, with or without a time. */
export function readMoment(cell: string, order?: DateOrder): CellMoment | undefined {
  const [dayText, rest] = split(cell);
  const day = readDay(dayText.replaceAll(/\s/g, ''), order);
  if (day === undefined || day === '') return undefined;
  const [said, utc, sign, hours, minutes] = OFFSET.exec(rest) ?? [];
  const time = readTime((said === undefined ? rest : rest.slice(0, -said.length)).trim());
  if (time === undefined) return undefined;
  const minutesOff = utc ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { day, time, offset: said === undefined || time === '' ? null : minutesOff };
}
