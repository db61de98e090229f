import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../db/db.server.ts';
import { missingWords } from '../text-search.ts';
import { startOfYear } from './club-time.ts';
import { toEvent, type ClubEvent } from './event.ts';
import type { EventCursor } from './list-events.ts';

interface Search {
  /** Folded (searchWords), at least one. */
  words: string[];
  after?: EventCursor | undefined;
  limit: number;
}

/** So many events are looked at before others have their turn, and so many in all: there may be 100,000. */
const CHUNK = 1000;
const MOST_CHUNKS = 20;

/**
 * The events that start at or before `midnight` and have every word in their title, presenter, place, custom date or year,
 * newest first. Both databases fold letters differently, so the words are looked for here.
 */
export async function searchPastEvents(
  db: Reader,
  midnight: number,
  timeZone: string,
  { words, after, limit }: Search,
): Promise<ClubEvent[]> {
  const keys: string[] = [];
  const isOfYear = yearTest(words, timeZone);
  let behind = after;
  for (let chunk = 0; chunk < MOST_CHUNKS && keys.length < limit; chunk++) {
    if (chunk > 0) await setImmediate();
    const rows = await readChunk(db, midnight, behind);
    for (const { key, time_start: start, title, presenter, location, custom_date: date } of rows) {
      const missing = missingWords([title, presenter, location, date].join(' '), words);
      if (missing.every((word) => isOfYear(word, start))) keys.push(key);
    }
    const last = rows.at(-1);
    if (rows.length < CHUNK || !last || last.time_start === null) break;
    behind = { start: last.time_start, key: last.key };
  }
  return readEvents(db, keys.slice(0, limit));
}

/** Tells whether a word is the year of a start; each year's ends are worked out once. */
function yearTest(words: string[], timeZone: string): (word: string, start: number | null) => boolean {
  const years = words.filter((word) => /^[1-9]\d{3}$/.test(word) && word !== '9999');
  const ends = new Map(
    years.map((word) => [
      word,
      [startOfYear(Number(word), timeZone), startOfYear(Number(word) + 1, timeZone)] as const,
    ]),
  );
  return (word, start) => {
    const [from, to] = ends.get(word) ?? [0, 0];
    return start !== null && start >= from && start < to;
  };
}

function readChunk(db: Reader, midnight: number, after: EventCursor | undefined) {
  let query = db.query
    .selectFrom('events')
    .select(['key', 'time_start', 'title', 'presenter', 'location', 'custom_date'])
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
  const rows = await db.query.selectFrom('events').selectAll().where('key', 'in', keys).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [toEvent(row)] : [];
  });
}
