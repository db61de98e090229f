import type { Reader } from '../../db/db.server.ts';
import { DAY_MS } from '../../time/durations.ts';
import { toEvent, type ClubEvent } from './event.ts';
import { hasFixedDate, morningAfter, overFrom, type DatedEvent } from './times.ts';
import { publicEvents, takesPlace, type EventFilter } from './visibility.ts';
import { requireCapability, type Actor } from '../actor.ts';

/** Finds only an event that the public sees. */
export async function findPublicEvent(db: Reader, key: string): Promise<ClubEvent | undefined> {
  const row = await publicEvents(db).selectAll().where('key', '=', key).executeTakeFirst();
  return row && toEvent(row);
}

export interface EventCursor {
  start: number;
  key: string;
}

function soonestFirst(db: Reader, of: EventFilter = {}) {
  return publicEvents(db, of).selectAll().orderBy('time_start').orderBy('key');
}

/** Events from `midnight` on, soonest first (product.md 4). */
export async function listFutureEvents(db: Reader, midnight: number, of: EventFilter = {}): Promise<ClubEvent[]> {
  return (await soonestFirst(db, of).where('time_start', '>=', midnight).execute()).map(toEvent);
}

/** Events up to and including `midnight`, newest first (product.md 4). */
export async function listPastEvents(
  db: Reader,
  midnight: number,
  { after, limit, ...of }: { after?: EventCursor | undefined; limit: number } & EventFilter,
): Promise<ClubEvent[]> {
  let query = publicEvents(db, of)
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

/** Never a cancelled one. With `dsc` it is the first whose dscEvent is true (product.md 4). */
export async function findNextEvent(
  db: Reader,
  midnight: number,
  dsc = false,
  of: EventFilter = {},
): Promise<ClubEvent | undefined> {
  const coming = selectComing(db, midnight, 1, of);
  const row = await (dsc ? coming.where('dsc_event', '=', 1) : coming).executeTakeFirst();
  return row && toEvent(row);
}

/** The next event and those after it. */
export async function listNextEvents(db: Reader, midnight: number, limit: number): Promise<ClubEvent[]> {
  return (await selectComing(db, midnight, limit).execute()).map(toEvent);
}

function selectComing(db: Reader, midnight: number, limit: number, of: EventFilter = {}) {
  return soonestFirst(db, of).where('time_start', '>=', midnight).where(takesPlace).limit(limit);
}

const PAGE = 500;

/** Past events (product.md 4), in pages because there may be 100,000. */
export function pagePastEvents(db: Reader, midnight: number, of: EventFilter = {}): AsyncGenerator<ClubEvent[]> {
  return paginate((after, limit) => listPastEvents(db, midnight, { after, limit, ...of }));
}

/** All events by start, newest first and undated ones last, in pages because there may be 100,000. */
export async function* pageAllEvents(db: Reader, of: EventFilter = {}): AsyncGenerator<ClubEvent[]> {
  yield* pagePastEvents(db, Number.MAX_SAFE_INTEGER, of);
  const all = publicEvents(db, of).selectAll();
  const undated = await all.where('time_start', 'is', null).orderBy('key', 'desc').execute();
  if (undated.length > 0) yield undated.map(toEvent);
}

export function pageEventsSince(db: Reader, from: number, of: EventFilter = {}): AsyncGenerator<ClubEvent[]> {
  return paginate(async (after, limit) => {
    let query = soonestFirst(db, of).where('time_start', '>=', from).limit(limit);
    if (after) {
      query = query.where((is) => is(is.refTuple('time_start', 'key'), '>', is.tuple(after.start, after.key)));
    }
    return (await query.execute()).map(toEvent);
  });
}

async function* paginate(
  read: (after: EventCursor | undefined, limit: number) => Promise<ClubEvent[]>,
): AsyncGenerator<ClubEvent[]> {
  let after: EventCursor | undefined;
  for (;;) {
    const page = await read(after, PAGE);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || !last || last.start === null) return;
    after = { start: last.start, key: last.key };
  }
}

interface EventAddress {
  key: string;
  updatedAt: number;
}

export async function listEventAddresses(db: Reader, limit: number): Promise<EventAddress[]> {
  const dated = await selectAddresses(db, limit)
    .where('time_start', 'is not', null)
    .orderBy('time_start', 'desc')
    .execute();
  const undated = await selectAddresses(db, limit - dated.length)
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .execute();
  return [...dated, ...undated].map((row) => ({ key: row.key, updatedAt: row.updated_at }));
}

function selectAddresses(db: Reader, limit: number) {
  return publicEvents(db).select(['key', 'updated_at']).limit(limit);
}

/** Events from `midnight` to `until` without a place. */
export async function listUnplacedEvents(db: Reader, midnight: number, until: number): Promise<ClubEvent[]> {
  const coming = soonestFirst(db).where('time_start', '>=', midnight).where('time_start', '<', until);
  const rows = await coming.where(takesPlace).execute();
  return rows.map(toEvent).filter(({ location }) => location.trim() === '');
}

const LOOK_BACK_MS = 60 * DAY_MS;

/**
 * Events that took place and of which nobody has said how they went, from the morning after on. They are listed for two
 * months, because what somebody remembers of an evening is written down by then or never.
 */
export async function listEventsToLookBackOn(db: Reader, timeZone: string, now = Date.now()): Promise<DatedEvent[]> {
  const since = now - LOOK_BACK_MS;
  const rows = await soonestFirst(db)
    .where('time_start', '<', now)
    .where((is) => is.or([is('time_start', '>', since), is('time_end', '>', since)]))
    .where(takesPlace)
    .where((is) => is.and(RETROSPECTIVE.map((column) => is(column, 'is', null))))
    .execute();
  const hasMorningCome = (event: ClubEvent) => morningAfter(overFrom(event, timeZone), timeZone) <= now;
  return rows.map(toEvent).filter(hasFixedDate).filter(hasMorningCome);
}

const RETROSPECTIVE = ['retro_ran_out', 'retro_change', 'retro_cost', 'retro_came'] as const;

/** Events that still need a date, or a decision about it. */
interface UnsettledEvents {
  undated: ClubEvent[];
  tentative: ClubEvent[];
}

export async function listUnsettledEvents(
  db: Reader,
  actor: Actor | null,
  midnight: number,
  limit: number,
): Promise<UnsettledEvents> {
  requireCapability(actor, 'see content');
  const events = publicEvents(db).selectAll().where(takesPlace).limit(limit);
  const [undated, tentative] = await Promise.all([
    events.where('time_start', 'is', null).orderBy('key', 'desc').execute(),
    events
      .where('time_start', '>=', midnight)
      .where('tentative', '=', 1)
      .orderBy('time_start')
      .orderBy('key')
      .execute(),
  ]);
  return { undated: undated.map(toEvent), tentative: tentative.map(toEvent) };
}
