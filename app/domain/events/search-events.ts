import { daysNamed } from '../../time/club-time.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import { toEvent, type ClubEvent, type EventRow } from './event.ts';
import { folded, similarWords } from '../search-words.ts';
import type { EventCursor } from './read-events.ts';
import { publicEvents, type EventFilter } from './visibility.ts';

export const SEARCHED = ['key', 'time_start', 'title', 'presenter', 'location', 'custom_date'] as const;

export type SearchedRow = Pick<EventRow, (typeof SEARCHED)[number]>;

/**
 * Matches if each word is in the title, presenter, place, custom date or description, or names the year, month or day
 * of the start.
 */
export function eventMatcher(
  words: string[],
  timeZone: string,
  missing: (text: string) => string[] = (text) => missingWords(text, words),
): (row: SearchedRow & { description?: string | null }) => boolean {
  const days = new Map(words.map((word) => [word, daysNamed(word, timeZone)]));
  return ({ title, presenter, location, custom_date: date, description, time_start: start }) =>
    missing([title, presenter, location, date, description].join(' ')).every((word) => {
      const named = days.get(word);
      return named !== undefined && start !== null && start >= named.from && start < named.to;
    });
}

interface Search extends EventFilter {
  /** At least one word, folded by searchWords. */
  words: string[];
  /** Past events after this are left out; it is midnight by default. */
  until?: number;
  after?: EventCursor | undefined;
  limit: number;
  kind?: string | undefined;
}

/** How many events are read at once, and how many times: there may be 100,000. */
const CHUNK = 1000;
const MOST_CHUNKS = 20;
/** Other spellings are searched for in fewer chunks. */
const FORGIVING_CHUNKS = 5;
/** After this many events, other requests have their turn. */
const TURN = 250;
/** How much of a description is read. */
const MOST_CHARACTERS = 4000;

interface Matches {
  /** Soonest first. */
  upcoming: ClubEvent[];
  /** Newest first, at most `limit` of them. */
  past: ClubEvent[];
}

/**
 * The two databases fold letters differently, so the words are searched for here. If no event has them as they were
 * typed, events with similar words are found.
 */
export async function searchEvents(
  db: Reader,
  midnight: number,
  timeZone: string,
  { words, until = midnight, after, limit, ...of }: Search,
): Promise<Matches> {
  const future = await readFuture(db, midnight, of);
  const find = async (pass: Pick<Pass, 'matches' | 'chunks'>) => {
    const upcoming = future.filter(pass.matches).map(({ key }) => key);
    const past = await findKeys(db, until, { ...pass, after, limit, ...of });
    return upcoming.length + past.length > 0 && { upcoming, past };
  };
  const asTyped = { matches: eventMatcher(words, timeZone), chunks: MOST_CHUNKS, ...of };
  let found = await find(asTyped);
  // If earlier pages had the words as typed, later pages do not turn to similar words.
  if (!found && after && (await findKeys(db, until, { ...asTyped, after: undefined, limit: 1 })).length > 0)
    return { upcoming: [], past: [] };
  found ||= await find({
    matches: eventMatcher(words, timeZone, similarWords(words)),
    chunks: FORGIVING_CHUNKS,
  });
  if (!found) return { upcoming: [], past: [] };
  return { upcoming: await readEvents(db, found.upcoming), past: await readEvents(db, found.past) };
}

interface Pass extends Omit<Search, 'words' | 'until'> {
  matches: ReturnType<typeof eventMatcher>;
  chunks: number;
}

async function findKeys(
  db: Reader,
  midnight: number,
  { matches, chunks, after, limit, ...of }: Pass,
): Promise<string[]> {
  const keys: string[] = [];
  let behind = after;
  for (let chunk = 0; chunk < chunks && keys.length < limit; chunk++) {
    const rows = await readChunk(db, midnight, behind, of);
    for (let from = 0; from < rows.length; from += TURN) {
      if (chunk + from > 0) await setImmediate();
      const matching = rows.slice(from, from + TURN).filter(matches);
      keys.push(...matching.map(({ key }) => key));
    }
    const last = rows.at(-1);
    if (rows.length < CHUNK || !last || last.time_start === null) break;
    behind = { start: last.time_start, key: last.key };
  }
  return keys.slice(0, limit);
}

function selectSearched(db: Reader, of: EventFilter) {
  return publicEvents(db, of)
    .select(SEARCHED)
    .select(sql<string | null>`substr(description, 1, ${MOST_CHARACTERS})`.as('description'))
    .limit(CHUNK);
}

function readFuture(db: Reader, midnight: number, of: EventFilter) {
  return selectSearched(db, of).where('time_start', '>=', midnight).orderBy('time_start').orderBy('key').execute();
}

function readChunk(db: Reader, midnight: number, after: EventCursor | undefined, of: EventFilter) {
  let query = selectSearched(db, of)
    .where('time_start', '<=', midnight)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc');
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
