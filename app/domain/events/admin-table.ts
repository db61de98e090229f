import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { EventRow, Tables } from '../../db/tables.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { daysNamed, formatDayTime, formatTableDate, type ClubClock } from './club-time.ts';

/** One row of the admin area's table of events. */
export interface EventTableRow {
  key: string;
  title: string;
  /** 'YYYY-MM-dd' of the start in the club's zone; empty for an event without a date. */
  date: string;
  /** 'Fri, 07:30 PM' or what visitors read instead. */
  time: string;
  place: string;
  isTentative: boolean;
  /** To the event's form; null for an event without one. */
  responses: number | null;
}

/** The first events of a part, and how many there are in it. */
export interface EventTablePart {
  events: EventTableRow[];
  total: number;
}

/** Events from today on, soonest first and undated ones behind them, and those before, newest first. */
export interface EventTable {
  upcoming: EventTablePart;
  past: EventTablePart;
}

interface Asked {
  /** Words that are all found in an event's title, place or presenter, or name its day, month or year; empty for all. */
  search: string;
  /** Of each part. */
  limit: number;
  /** Where today begins, in epoch milliseconds. */
  midnight: number;
}

const MOST_WORDS = 10;

/**
 * The events of the admin area's table, upcoming and past ones apart, at most `limit` of each.
 * @throws NotAllowed
 */
export async function viewEventTable(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
  { search, limit, midnight }: Asked,
): Promise<EventTable> {
  requireAdmin(actor);
  const matching = matchWords(db, search, clock.timeZone);
  const rows = matching.select(SHOWN).select(countResponses);
  const upcoming = await rows
    .where('time_start', '>=', midnight)
    .orderBy('time_start')
    .orderBy('key')
    .limit(limit)
    .execute();
  const undated = await rows
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .limit(limit - upcoming.length)
    .execute();
  const past = await rows
    .where('time_start', '<', midnight)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const count = await matching
    .select(({ fn }) => [fn.countAll().as('all'), fn.countAll().filterWhere('time_start', '<', midnight).as('past')])
    .executeTakeFirstOrThrow();
  const toRow = (row: ShownRow) => tableRow(row, clock);
  return {
    upcoming: { events: [...upcoming, ...undated].map(toRow), total: Number(count.all) - Number(count.past) },
    past: { events: past.map(toRow), total: Number(count.past) },
  };
}

const SHOWN = ['key', 'title', 'location', 'tentative', 'hidden_date', 'custom_date', 'form_id', 'time_start'] as const;

type ShownRow = Pick<EventRow, (typeof SHOWN)[number]> & { responses: string | number | bigint | null };

function tableRow(row: ShownRow, clock: ClubClock): EventTableRow {
  const { key, title, location, tentative, time_start: start } = row;
  const time = start === null ? '' : formatDayTime(start, clock);
  return {
    key,
    title: title ?? '',
    date: start === null ? '' : formatTableDate(start, clock),
    time: row.hidden_date === 1 ? (row.custom_date ?? '') : time,
    place: location ?? '',
    isTentative: tentative === 1,
    responses: row.form_id === null ? null : Number(row.responses),
  };
}

function countResponses(is: ExpressionBuilder<Tables, 'events'>) {
  return is
    .selectFrom('entries')
    .whereRef('entries.form_id', '=', 'events.form_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .as('responses');
}

function matchWords({ query }: Reader, search: string, timeZone: string): SelectQueryBuilder<Tables, 'events', object> {
  const words = search
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  return words.reduce(
    (matching, word) => matching.where((is) => is.or([isWritten(word), ...isOnDay(is, word, timeZone)])),
    query.selectFrom('events') as SelectQueryBuilder<Tables, 'events', object>,
  );
}

function isWritten(word: string) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const text = sql`coalesce(title, '') || ' ' || coalesce(location, '') || ' ' || coalesce(presenter, '') || ' ' || coalesce(custom_date, '')`;
  return sql<boolean>`lower(${text}) like lower(${pattern}) escape '\\'`;
}

function isOnDay(is: ExpressionBuilder<Tables, 'events'>, word: string, timeZone: string) {
  const days = daysNamed(word, timeZone);
  return days ? [is.and([is('time_start', '>=', days.from), is('time_start', '<', days.to)])] : [];
}
