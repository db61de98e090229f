import {
  fromAbsolute,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
} from '@internationalized/date';
import { wallMoment } from './wall-text.ts';

/** Which of the two moments, for a wall-clock time that occurs twice; empty if it occurs once. */
export type Occurrence = '' | 'first' | 'second';

export interface Moment {
  /** Epoch milliseconds. */
  time: number;
  /** Such as 'UTC-04:00'. */
  offset: string;
}

type WallTime =
  | { kind: 'once'; time: number }
  | { kind: 'twice'; first: Moment; second: Moment }
  /** `next`: the first later wall-clock time that exists. */
  | { kind: 'never'; next: string }
  | { kind: 'unreadable' };

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** 'YYYY-MM-DDTHH:mm', as in a datetime-local input. */
export function readWallTime(text: string, timeZone: string): WallTime {
  const wall = parse(text);
  if (!wall) return { kind: 'unreadable' };
  const first = toZoned(wall, timeZone, 'earlier').toDate().getTime();
  const second = toZoned(wall, timeZone, 'later').toDate().getTime();
  if (first === second) return { kind: 'once', time: first };
  if (isShown(wall, first, timeZone)) {
    return { kind: 'twice', first: moment(first, timeZone), second: moment(second, timeZone) };
  }
  return { kind: 'never', next: wallAt(jumpBetween(first, second, timeZone), timeZone) };
}

/** To the minute, as in a datetime-local input. */
export function writeWallTime(time: number, timeZone: string): { wall: string; occurrence: Occurrence } {
  const wall = wallAt(time, timeZone);
  const read = readWallTime(wall, timeZone);
  if (read.kind !== 'twice') return { wall, occurrence: '' };
  return { wall, occurrence: time < read.second.time ? 'first' : 'second' };
}

/** undefined if there is no such moment, or if there are two and `occurrence` does not say which. */
export function momentOf(text: string, occurrence: Occurrence, timeZone: string): number | undefined {
  const read = readWallTime(text, timeZone);
  if (read.kind === 'once') return read.time;
  if (read.kind !== 'twice' || occurrence === '') return undefined;
  return read[occurrence].time;
}

/** A time that nobody touched keeps its seconds, which dialogs do not show. */
export function keepSeconds(entered: number | null, before: number | null = null): number | null {
  const minuteOf = (at: number) => Math.floor(at / 60_000);
  return entered !== null && before !== null && minuteOf(entered) === minuteOf(before) ? before : entered;
}

/** What is wrong with a typed time, and in which of its two fields. */
export function faultOf(
  text: string,
  which: Occurrence,
  timeZone: string,
): { field: 'time' | 'occurrence'; message: string } | undefined {
  const read = readWallTime(text, timeZone);
  if (read.kind === 'unreadable') return { field: 'time', message: 'Please enter a date and a time' };
  if (read.kind === 'never') {
    const next = wallMoment(read.next);
    return { field: 'time', message: `This time does not exist: the clocks go forward. The next one is ${next}` };
  }
  if (read.kind !== 'twice' || which !== '') return undefined;
  const message = 'This time comes twice, because the clocks go back. Please choose which one is meant';
  return { field: 'occurrence', message };
}

function parse(text: string): CalendarDateTime | undefined {
  if (!WALL.test(text)) return undefined;
  try {
    const wall = parseDateTime(text);
    // The library takes day 0 for the last day of the month before.
    return wall.day > 0 && wall.year >= FIRST_YEAR && wall.year <= LAST_YEAR ? wall : undefined;
  } catch {
    return undefined;
  }
}

function wallAt(time: number, timeZone: string): string {
  return toCalendarDateTime(fromAbsolute(time, timeZone)).toString().slice(0, 16);
}

function isShown(wall: CalendarDateTime, time: number, timeZone: string): boolean {
  return toCalendarDateTime(fromAbsolute(time, timeZone)).compare(wall) === 0;
}

function moment(time: number, timeZone: string): Moment {
  const minutes = Math.round(offsetAt(time, timeZone) / 60_000);
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
  const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
  return { time, offset: `UTC${minutes < 0 ? '-' : '+'}${hours}:${rest}` };
}

function jumpBetween(before: number, after: number, timeZone: string): number {
  const target = offsetAt(after, timeZone);
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === target) high = middle;
    else low = middle;
  }
  return high;
}

function offsetAt(time: number, timeZone: string): number {
  return fromAbsolute(time, timeZone).offset;
}
