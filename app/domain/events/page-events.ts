import type { Reader } from '../../db/db.server.ts';
import { toEvent, type ClubEvent } from './event.ts';
import { listPastEvents, type EventCursor } from './list-events.ts';

type ReadPage = (after: EventCursor | undefined, limit: number) => Promise<ClubEvent[]>;

const PAGE = 500;

/** Every event that starts at or before `midnight`, newest first (product.md 4), a page at a time: there may be 100,000. */
export function pagePastEvents(db: Reader, midnight: number): AsyncGenerator<ClubEvent[]> {
  return paginate((after, limit) => listPastEvents(db, midnight, { after, limit }));
}

/** Every event that starts at or after `from` (epoch milliseconds), soonest first, a page at a time. */
export function pageEventsSince(db: Reader, from: number): AsyncGenerator<ClubEvent[]> {
  return paginate(async (after, limit) => {
    let query = db.query
      .selectFrom('events')
      .selectAll()
      .where('time_start', '>=', from)
      .orderBy('time_start')
      .orderBy('key')
      .limit(limit);
    if (after) {
      query = query.where((is) => is(is.refTuple('time_start', 'key'), '>', is.tuple(after.start, after.key)));
    }
    return (await query.execute()).map(toEvent);
  });
}

async function* paginate(read: ReadPage): AsyncGenerator<ClubEvent[]> {
  let after: EventCursor | undefined;
  for (;;) {
    const page = await read(after, PAGE);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || !last || last.start === null) return;
    after = { start: last.start, key: last.key };
  }
}
