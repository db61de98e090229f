import type { Reader } from '../../db/db.server.ts';
import { toEvent, type ClubEvent } from './event.ts';

/** Where a page of past events goes on: behind the event with this start and key. */
export interface EventCursor {
  start: number;
  key: string;
}

/** Past events come sixty at a time. */
export const PAST_PAGE = 60;

/** Events that start at or after `midnight` (epoch milliseconds), soonest first (product.md 4). */
export async function listFutureEvents(db: Reader, midnight: number): Promise<ClubEvent[]> {
  const rows = await db.query
    .selectFrom('events')
    .selectAll()
    .where('time_start', '>=', midnight)
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  return rows.map(toEvent);
}

/** One page of the events that start at or before `midnight`, newest first (product.md 4), behind `after` where given. */
export async function listPastEvents(
  db: Reader,
  midnight: number,
  { after, limit = PAST_PAGE }: { after?: EventCursor | undefined; limit?: number } = {},
): Promise<ClubEvent[]> {
  let query = db.query
    .selectFrom('events')
    .selectAll()
    .where('time_start', '<=', midnight)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc')
    .limit(limit);
  if (after) {
    query = query.where((is) => is(is.refTuple('time_start', 'key'), '<', is.tuple(after.start, after.key)));
  }
  return (await query.execute()).map(toEvent);
}

/** Every event in reverse order of start time, undated ones last, a page at a time: there may be 100,000. */
export async function* pageAllEvents(db: Reader, limit = 1000): AsyncGenerator<ClubEvent[]> {
  let after: EventCursor | undefined;
  for (;;) {
    const page = await listPastEvents(db, Number.MAX_SAFE_INTEGER, { after, limit });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < limit || !last || last.start === null) break;
    after = { start: last.start, key: last.key };
  }
  const undated = await db.query
    .selectFrom('events')
    .selectAll()
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .execute();
  if (undated.length > 0) yield undated.map(toEvent);
}

/** The first future event; with `dsc` the first whose dscEvent is true (product.md 4). */
export async function findNextEvent(db: Reader, midnight: number, dsc = false): Promise<ClubEvent | undefined> {
  let query = db.query
    .selectFrom('events')
    .selectAll()
    .where('time_start', '>=', midnight)
    .orderBy('time_start')
    .orderBy('key')
    .limit(1);
  if (dsc) query = query.where('dsc_event', '=', 1);
  const row = await query.executeTakeFirst();
  return row && toEvent(row);
}
