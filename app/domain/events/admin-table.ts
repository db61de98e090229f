import { sql, type SelectQueryBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { formatTableDate, type ClubClock } from './club-time.ts';

/** One row of the admin area's table of events. */
export interface EventTableRow {
  key: string;
  title: string;
  /** 'YYYY-MM-dd' of the start in the club's zone; empty for an event without a date. */
  date: string;
}

export interface EventTable {
  events: EventTableRow[];
  /** How many events there are in all, or match the search. */
  total: number;
}

interface Asked {
  /** Part of the title, in any case; empty for all. */
  search: string;
  limit: number;
}

/**
 * The events of the admin area's table: reverse order of start time (product.md 4, All events), undated ones last, at most
 * `limit` of them.
 * @throws NotAllowed
 */
export async function viewEventTable(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
  { search, limit }: Asked,
): Promise<EventTable> {
  requireAdmin(actor);
  const matching = matchTitle(db, search);
  const rows = await matching
    .select(['key', 'title', 'time_start'])
    .where('time_start', 'is not', null)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const undated = await matching
    .select(['key', 'title', 'time_start'])
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .limit(limit - rows.length)
    .execute();
  const { total } = await matching.select((is) => is.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return {
    events: [...rows, ...undated].map(({ key, title, time_start }) => ({
      key,
      title: title ?? '',
      date: time_start === null ? '' : formatTableDate(time_start, clock),
    })),
    total: Number(total),
  };
}

function matchTitle({ query }: Reader, search: string): SelectQueryBuilder<Tables, 'events', object> {
  const all = query.selectFrom('events');
  if (!search) return all;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return all.where(sql<boolean>`lower(title) like lower(${pattern}) escape '\\'`);
}
