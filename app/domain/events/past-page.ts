import type { Reader } from '../../db/db.server.ts';
import type { ClubClock } from './club-time.ts';
import { viewEventCards, type EventCard } from './event-card.ts';
import { listPastEvents, PAST_PAGE, type EventCursor } from './list-events.ts';

/** A page of past events, where it begins (null: at the newest) and where the next one does; null behind the last. */
export interface PastPage {
  begin: string | null;
  events: EventCard[];
  next: string | null;
}

/** Past events as cards, sixty at a time, behind the event that `cursor` names; an unreadable cursor begins anew. */
export async function viewPastPage(
  db: Reader,
  midnight: number,
  clock: ClubClock,
  cursor: string | null,
): Promise<PastPage> {
  // One more than is shown tells whether anything follows.
  const found = await listPastEvents(db, midnight, { after: readCursor(cursor), limit: PAST_PAGE + 1 });
  const shown = found.slice(0, PAST_PAGE);
  const last = shown.at(-1);
  const next = found.length > PAST_PAGE && last ? `${last.start}.${last.key}` : null;
  return { begin: cursor, events: await viewEventCards(db, shown, clock), next };
}

/** True for a cursor that names an event as it is stored now: there are no more of these than events. */
export async function isPlaceOfEvent({ query }: Reader, cursor: string): Promise<boolean> {
  const place = readCursor(cursor);
  if (!place || cursor !== `${place.start}.${place.key}`) return false;
  const event = await query
    .selectFrom('events')
    .select('key')
    .where('key', '=', place.key)
    .where('time_start', '=', place.start)
    .executeTakeFirst();
  return event !== undefined;
}

function readCursor(cursor: string | null): EventCursor | undefined {
  // No key holds a zero character, and Postgres takes none.
  const match = cursor?.includes('\0') ? null : /^(-?\d{1,15})\.(.+)$/s.exec(cursor ?? '');
  return match?.[1] && match[2] ? { start: Number(match[1]), key: match[2] } : undefined;
}
