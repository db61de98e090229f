import pLimit from 'p-limit';
import { viewFound, type FoundPage, type PastQuery } from '../../domain/events/past-events.ts';
import type { Site } from '../../site.ts';

/** A search looks at thousands of events, and anybody may search: no more wait for it than have a turn (limits/turns.ts). */
const oneByOne = pLimit(1);

/** The page of past events that is asked for, and what a search finds among those to come. Searches go one by one, and pages do not wait for them. */
export async function readFound(
  { db, clock }: Pick<Site, 'db' | 'clock'>,
  midnight: number,
  query: PastQuery,
): Promise<FoundPage> {
  const read = () => viewFound(db, midnight, clock, query);
  return query.search === '' ? read() : oneByOne(read);
}
