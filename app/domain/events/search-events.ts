import { daysNamed } from '../../time/club-time.ts';
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../db/db.server.ts';
import { toEvent, type ClubEvent, type EventRow } from './event.ts';
import { folded } from '../search-words.ts';
import type { EventCursor } from './read-events.ts';
import { publicEvents } from './visibility.ts';

export const SEARCHED = ['key', 'time_start', 'title', 'presenter', 'location', 'custom_date'] as const;

export type SearchedRow = Pick<EventRow, (typeof SEARCHED)[number]>;

/** Each word is in the title, presenter, place or custom date, or names the year, month or day of the start. */
export function eventMatcher(words: string[], timeZone: string): (row: SearchedRow) => boolean {
  const days = new Map(words.map((word) => [word, daysNamed(word, timeZone)]));
  return ({ title, presenter, location, custom_date: date, time_start: start }) =>
    missingWords([title, presenter, location, date].join(' '), words).every((word) => {
      const named = days.get(word);
      return named !== undefined && start !== null && start >= named.from && start < named.to;
    });
}

interface Search {
  /** Folded (searchWords), at least one. */
  words: string[];
  after?: EventCursor | undefined;
  limit: number;
}

/** After so many events others have their turn, and so many times: there may be 100,000. */
const CHUNK = 1000;
const MOST_CHUNKS = 20;

/** Newest first. Both databases fold letters differently, so the words are looked for here. */
export async function searchPastEvents(
  db: Reader,
  midnight: number,
  timeZone: string,
  { words, after, limit }: Search,
): Promise<ClubEvent[]> {
  const keys: string[] = [];
  const matches = eventMatcher(words, timeZone);
  let behind = after;
  for (let chunk = 0; chunk < MOST_CHUNKS && keys.length < limit; chunk++) {
    if (chunk > 0) await setImmediate();
    const rows = await readChunk(db, midnight, behind);
    keys.push(...rows.filter(matches).map(({ key }) => key));
    const last = rows.at(-1);
    if (rows.length < CHUNK || !last || last.time_start === null) break;
    behind = { start: last.time_start, key: last.key };
  }
  return readEvents(db, keys.slice(0, limit));
}

function readChunk(db: Reader, midnight: number, after: EventCursor | undefined) {
  let query = publicEvents(db)
    .select(SEARCHED)
    .where('time_start', '<=', midnight)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc')
    .limit(CHUNK);
  if (after) {
    query = query.where((is) => is(is.refTuple('time_start', 'key'), '<', is.tuple(after.start, after.key)));
  }
  return query.execute();
}

async function readEvents(db: Reader, keys: string[]): Promise<ClubEvent[]> {
  if (keys.length === 0) return [];
  const rows = await publicEvents(db).selectAll().where('key', 'in', keys).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [toEvent(row)] : [];
  });
}

export function missingWords(text: string, words: string[]): string[] {
  const where = folded(text);
  return words.filter((word) => !where.includes(word));
}
