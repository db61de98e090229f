import { publicRecord } from '../records/define.ts';
import { events, type ClubEvent } from './event.ts';
import { endOf, hasFixedDate } from './times.ts';

/**
 * As programs read it (docs/product.md 3), at a moment of the day that began at `midnight`. Its recap is left out until the
 * day after it. Times are epoch milliseconds.
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
