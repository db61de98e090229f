import pLimit from 'p-limit';
import { viewFound, type FoundPage, type PastQuery } from '../../domain/events/past-events.ts';
import type { Site } from '../../site.ts';

/** A search reads thousands of events, and anybody may search. No more can wait for it than have a turn (limits/turns.ts). */
const oneByOne = pLimit(1);

/** The requested page of past events, and what a search finds among upcoming ones. Searches run one by one; pages do not wait for them. */
export async function readFound(
  { db, clock }: Pick<Site, 'db' | 'clock'>,
  midnight: number,
  query: PastQuery,
): Promise<FoundPage> {
  const read = () => viewFound(db, midnight, clock, query);
  return query.search === '' ? read() : oneByOne(read);
}
