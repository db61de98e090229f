import { startOfDay, startOfToday } from '../../time/club-time.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { ClubEvent } from './event.ts';

export type DatedEvent = ClubEvent & { start: number };

// The years 1 to 9999, which every date format for programs can write.
const FIRST = Date.parse('0001-01-02');
const LAST = Date.parse('9999-12-30');

/** Whether its date is not hidden by a custom date (product.md 3), and fits into a calendar. */
export function hasFixedDate<Dated extends Pick<ClubEvent, 'hiddenDate' | 'start'>>(
  event: Dated,
): event is Dated & { start: number } {
  return !event.hiddenDate && event.start !== null && isWritable(event.start);
}

/** undefined if it is missing or not after the start. */
export function endOf({ start, end }: Pick<DatedEvent, 'start' | 'end'>): number | undefined {
  return end !== null && end > start && isWritable(end) ? end : undefined;
}

function isWritable(time: number): boolean {
  return time >= FIRST && time <= LAST;
}

type Times = Pick<ClubEvent, 'start' | 'end' | 'hiddenDate'>;

/**
 * Whether its end has passed, or the day of its start if it has no end; never without a fixed date (docs/product.md 4).
 * Mails and announcements go by `hasPassed` (when-and-where.ts): for them, an event without an end has passed once it
 * begins.
 */
export function isOver(event: Times, timeZone: string, now = Date.now()): boolean {
  if (!hasFixedDate(event)) return false;
  const end = endOf(event);
  // This runs for every row of a list, so it looks at the start of today. The end of the event’s own day is computed
  // only where one event is shown.
  return end === undefined ? event.start < startOfToday(timeZone, now) : end <= now;
}

export type EventPhase = 'before' | 'today' | 'after';

/** 'today' is from the midnight before it until it is over. */
export function phaseOf(event: Times, timeZone: string, now = Date.now()): EventPhase {
  if (!hasFixedDate(event) || event.start >= startOfDay(now, 1, timeZone)) return 'before';
  return overFrom(event, timeZone) <= now ? 'after' : 'today';
}

const MORNING_MS = 6 * HOUR_MS;

/** The next six o’clock in the morning, an hour off if the clocks change in that night. */
export function morningAfter(time: number, timeZone: string): number {
  if (!isWritable(time)) return Infinity;
  const today = startOfDay(time, 0, timeZone) + MORNING_MS;
  return today > time ? today : startOfDay(time, 1, timeZone) + MORNING_MS;
}

/** When it is over, in epoch milliseconds; Infinity if it never is. */
export function overFrom(event: Times, timeZone: string): number {
  if (!hasFixedDate(event)) return Infinity;
  return endOf(event) ?? startOfDay(event.start, 1, timeZone);
}
