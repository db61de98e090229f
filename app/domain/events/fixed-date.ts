import type { ClubEvent } from './event.ts';

/** An event whose day is known and shown. */
export type DatedEvent = ClubEvent & { start: number };

// The years 1 to 9999, which every date format for programs can write.
const FIRST = Date.parse('0001-01-02');
const LAST = Date.parse('9999-12-30');

/** True for an event with a start that is neither hidden behind a custom date (product.md 3) nor out of any calendar. */
export function hasFixedDate(event: ClubEvent): event is DatedEvent {
  return !event.hiddenDate && event.start !== null && isWritable(event.start);
}

/** The end of a dated event, in epoch milliseconds; undefined where it is missing or not after the start. */
export function endOf({ start, end }: DatedEvent): number | undefined {
  return end !== null && end > start && isWritable(end) ? end : undefined;
}

/** True for an event with a fixed date that ended, or without an end began, before `midnight` (epoch milliseconds). */
export function isOver(event: ClubEvent, midnight: number): boolean {
  return hasFixedDate(event) && (endOf(event) ?? event.start) < midnight;
}

function isWritable(time: number): boolean {
  return time >= FIRST && time <= LAST;
}
