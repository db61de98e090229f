import { momentOf, readWallTime, type Occurrence } from '../../time/club-date-time.ts';
import { hasPassed } from './when-and-where.ts';

/** Times as datetime-local inputs hold them: 'YYYY-MM-DDTHH:mm' on the club's clocks. */
export interface WallSpan {
  start: string;
  startOccurrence: Occurrence;
  end: string;
  endOccurrence: Occurrence;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** In minutes on the clocks; undefined if a time cannot be read or the end is before the start. */
export function lengthOf(
  { start, startOccurrence, end, endOccurrence }: WallSpan,
  timeZone: string,
): number | undefined {
  if (!isReadable(start, timeZone) || !isReadable(end, timeZone)) return undefined;
  const shown = (clockTime(end) - clockTime(start)) / MINUTE_MS;
  if (shown >= 0) return shown;
  // When the clocks go back, a later moment can show an earlier time.
  const from = momentOf(start, startOccurrence, timeZone);
  const to = momentOf(end, endOccurrence, timeZone);
  return from !== undefined && to !== undefined && to >= from ? (to - from) / MINUTE_MS : undefined;
}

/** Whether the event in the dialog would be over once it is saved. */
export function spanHasPassed(
  { start, startOccurrence, end, endOccurrence, hiddenDate }: WallSpan & { hiddenDate: boolean },
  timeZone: string,
  now: number,
): boolean {
  const from = momentOf(start, startOccurrence, timeZone) ?? null;
  const to = momentOf(end, endOccurrence, timeZone) ?? null;
  return hasPassed({ start: from, end: to, hiddenDate }, now);
}

/** `length` is in minutes; the end is empty if the start cannot be read. */
export function endAfter(
  start: string,
  length: number,
  timeZone: string,
  startOccurrence: Occurrence = '',
): Pick<WallSpan, 'end' | 'endOccurrence'> {
  if (!isReadable(start, timeZone)) return { end: '', endOccurrence: '' };
  const { wall, occurrence } = settle(addMinutes(start, length), timeZone);
  const from = momentOf(start, startOccurrence, timeZone);
  const to = momentOf(wall, occurrence, timeZone);
  const isBefore = occurrence === 'first' && from !== undefined && to !== undefined && to < from;
  return { end: wall, endOccurrence: isBefore ? 'second' : occurrence };
}

/**
 * The same times on the clocks some weeks later, never with the end first. Times that cannot be read stay as they are.
 */
export function weekLater(span: WallSpan, timeZone: string, weeks = 1): WallSpan {
  const from = laterTime(span.start, span.startOccurrence, timeZone, weeks);
  const to = laterTime(span.end, span.endOccurrence, timeZone, weeks);
  const later = { start: from.wall, startOccurrence: from.occurrence, end: to.wall, endOccurrence: to.occurrence };
  const length = lengthOf(span, timeZone);
  if (length === undefined || lengthOf(later, timeZone) !== undefined) return later;
  return { ...later, ...endAfter(from.wall, length, timeZone, from.occurrence) };
}

/**
 * The same time on the clocks, that many weeks later. If there is no such time, it is the next one; if it comes twice,
 * the first.
 */
export function laterTime(
  wall: string,
  occurrence: Occurrence,
  timeZone: string,
  weeks = 1,
): { wall: string; occurrence: Occurrence } {
  if (weeks === 0 || !isReadable(wall, timeZone)) return { wall, occurrence };
  return settle(sameWallTime(wall, weeks), timeZone);
}

/** The same time some weeks later, which may come twice, or never. */
export function sameWallTime(wall: string, weeks = 1): string {
  return addMinutes(wall, weeks * 7 * DAY_MINUTES);
}

/**
 * Weeks from `start` to the next event like it, when the club’s clocks show `now`: 1 if that is still ahead, otherwise
 * up to the first such weekday after today.
 */
export function weeksUntilNext(start: string, now: string): number {
  if (start === '' || sameWallTime(start) > now) return 1;
  const days = (clockTime(dayOf(now)) - clockTime(dayOf(start))) / (DAY_MINUTES * MINUTE_MS);
  return Math.ceil((days + 1) / 7);
}

function dayOf(wall: string): string {
  return `${wall.slice(0, 10)}T00:00`;
}

/** A meeting rarely lasts longer than a day, but a mistyped date often makes it seem so. */
export function isOverADay(span: WallSpan, timeZone: string): boolean {
  return (lengthOf(span, timeZone) ?? 0) > DAY_MINUTES;
}

function isReadable(wall: string, timeZone: string): boolean {
  return readWallTime(wall, timeZone).kind !== 'unreadable';
}

/** Epoch milliseconds on a clock that is never changed. */
function clockTime(wall: string): number {
  return Date.parse(`${wall}Z`);
}

function addMinutes(wall: string, minutes: number): string {
  return new Date(clockTime(wall) + minutes * MINUTE_MS).toISOString().slice(0, 16);
}

/** A time that the clocks jump over becomes the next one; if a time comes twice, it is the first. */
function settle(wall: string, timeZone: string): { wall: string; occurrence: Occurrence } {
  const read = readWallTime(wall, timeZone);
  if (read.kind === 'never') return { wall: read.next, occurrence: '' };
  return { wall, occurrence: read.kind === 'twice' ? 'first' : '' };
}
