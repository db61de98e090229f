import type { Reader } from '../../db/db.server.ts';
import { searchWords } from '../search-words.ts';
import { searchEvents } from './search-events.ts';
import { startOfYear, yearOf, type ClubClock } from '../../time/club-time.ts';
import type { ClubEvent } from './event.ts';
import { viewEventCards, type EventCardView } from './event-view.ts';
import { listPastEvents, type EventCursor } from './read-events.ts';
import { publicEvents, type EventFilter } from './visibility.ts';

export interface PastEvent extends EventCardView {
  year: number;
}

/** `begin` is null for the newest page, and `next` is null after the last one. */
const EVENTS_PER_PAGE = 60;

export interface PastPage {
  begin: string | null;
  events: PastEvent[];
  next: string | null;
}

export interface PastQuery {
  before: string | null;
  year: number | null;
  /** Words that each event has; empty for all. */
  search: string;
  /** The key of a committee; null, or left out, for all. */
  committee?: string | null;
  /** The key of a kind; left out for all. */
  kind?: string | undefined;
}

/** A longer list of years would help nobody. */
const MOST_YEARS = 100;
const LAST_YEAR = 9998;

export interface FoundPage {
  /** Upcoming events that a search found; none without a search. */
  upcoming: ClubEvent[];
  past: PastPage;
}

export async function viewFound(
  db: Reader,
  midnight: number,
  clock: ClubClock,
  { before, year, search, committee, kind }: PastQuery,
): Promise<FoundPage> {
  const { timeZone } = clock;
  const isYear = year !== null && year >= 1 && year <= LAST_YEAR;
  const until = isYear ? Math.min(midnight, startOfYear(year + 1, timeZone) - 1) : midnight;
  const words = searchWords(search);
  // One more is read than is shown, to know whether more follow.
  const only = { committee: committee ?? undefined, kind };
  const page = { after: readCursor(before), limit: EVENTS_PER_PAGE + 1, ...only };
  const { upcoming, past } =
    words.length > 0
      ? await searchEvents(db, midnight, timeZone, { words, until, ...page })
      : { upcoming: [], past: await listPastEvents(db, until, page) };
  const shown = past.slice(0, EVENTS_PER_PAGE);
  const cards = await viewEventCards(db, shown, clock);
  const last = shown.at(-1);
  return {
    upcoming,
    past: {
      begin: before,
      events: cards.map((card, place) => ({ ...card, year: yearOf(shown[place]?.start ?? 0, timeZone) })),
      next: past.length > EVENTS_PER_PAGE && last ? `${last.start}.${last.key}` : null,
    },
  };
}

/** Newest first. Each year costs one index lookup. */
export async function listPastYears(
  db: Reader,
  midnight: number,
  timeZone: string,
  of: EventFilter = {},
): Promise<number[]> {
  const years: number[] = [];
  let until = midnight;
  while (years.length < MOST_YEARS) {
    const [newest] = await listPastEvents(db, until, { limit: 1, ...of });
    if (!newest || newest.start === null) break;
    const year = yearOf(newest.start, timeZone);
    if (year < 1) break;
    years.push(year);
    until = startOfYear(year, timeZone) - 1;
  }
  return years;
}

/** False for a made-up cursor, so there are never more valid cursors than events. */
export async function isCursorOfEvent(db: Reader, cursor: string): Promise<boolean> {
  const place = readCursor(cursor);
  if (!place || cursor !== `${place.start}.${place.key}`) return false;
  const event = await publicEvents(db)
    .select('key')
    .where('key', '=', place.key)
    .where('time_start', '=', place.start)
    .executeTakeFirst();
  return event !== undefined;
}

function readCursor(cursor: string | null): EventCursor | undefined {
  const match = /^(-?\d{1,15})\.(.+)$/s.exec(cursor ?? '');
  return match?.[1] && match[2] ? { start: Number(match[1]), key: match[2] } : undefined;
}
