import { publicRecord } from '../records/define.ts';
import { events, type ClubEvent } from './event.ts';
import { endOf, hasFixedDate } from './times.ts';

/**
 * The event as programs read it (docs/product.md 3), on the day that began at `midnight`. Its recap is left out until
 * the day after the event. Times are epoch milliseconds.
 */
export function eventRecord(event: ClubEvent, midnight: number): Record<string, unknown> {
  const { cancelled, cancelReason, recap } = event;
  const isPast = hasFixedDate(event) && (endOf(event) ?? event.start) < midnight;
  return {
    ...publicRecord(events, event),
    ...(cancelled && { cancelled, cancelReason }),
    ...(recap && isPast && { recap }),
  };
}
