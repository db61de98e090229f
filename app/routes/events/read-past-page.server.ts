import { data } from 'react-router';
import { viewPastPage, type PastPage, type PastQuery } from '../../domain/events/past-events.ts';
import { createWorkQueue, QueueFull } from '../../limits/work-queue.ts';
import type { Site } from '../../site.ts';

/** A search looks at thousands of events, and anybody may search: it is not the pages that wait for that. */
const inTurn = createWorkQueue(1, 8);
const BUSY = 'Very many people are searching right now. Please try again in a moment.';

/** The page of past events that is asked for. Searches have their turn one by one; 429 while too many wait for it. */
export async function readPastPage(
  { db, clock }: Pick<Site, 'db' | 'clock'>,
  midnight: number,
  asked: PastQuery,
): Promise<PastPage> {
  const read = () => viewPastPage(db, midnight, clock, asked);
  if (asked.search === '') return read();
  return inTurn(read).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error;
    throw data({ error: BUSY }, 429);
  });
}
