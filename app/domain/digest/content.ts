import type { Reader } from '../../db/db.server.ts';
import type { DigestRow } from '../../db/tables.ts';
import { DAY_MS } from '../../time/durations.ts';
import type { ClubEvent } from '../events/event.ts';
import { whenOf } from '../events/event-view.ts';
import { listFutureEvents } from '../events/read-events.ts';
import { eventName } from '../events/titles.ts';
import type { MailingClub } from '../mail/mail.ts';
import { findPersonFormOf, viewEventPlaces } from '../sign-ups/places.ts';
import { parseStored } from '../stored-json.ts';

export const DAYS_SHOWN = 14;
/** Mail programs cut off what is over 102 KB. */
const MOST_EVENTS = 40;

export interface DigestEvent {
  key: string;
  title: string;
  when: string;
  where: string;
  /** What its page says about a cancellation or places; empty if there is nothing to say. */
  state: string;
  url: string;
  isNew: boolean;
}

export interface DigestContent {
  note: string;
  /** Sanitized HTML, as the mail shows it. */
  noteHtml: string;
  events: DigestEvent[];
  /** How many more events fall within the same days; only /events lists those. */
  more: number;
}

type Note = Pick<DigestRow, 'note' | 'note_html'>;

/** The content of the weekly mail that goes out at `from`, as far as it is known now. */
export async function readContent(
  db: Reader,
  club: MailingClub,
  { note, note_html: noteHtml }: Note,
  { from, now = from }: { from: number; now?: number },
): Promise<DigestContent> {
  const all = await listFutureEvents(db, from);
  const coming = all.filter(({ start }) => start !== null && start < from + DAYS_SHOWN * DAY_MS);
  const known = await findAnnounced(db);
  const events = [];
  for (const event of coming.slice(0, MOST_EVENTS)) {
    const isNew = known !== undefined && !known.has(event.key);
    events.push(await viewDigestEvent(db, club, event, isNew, now));
  }
  return { note, noteHtml, events, more: coming.length - events.length };
}

export function isEmpty({ note, events }: DigestContent): boolean {
  return note === '' && events.length === 0;
}

/** The events that the last mail knew about; undefined before the first mail. */
async function findAnnounced({ query }: Reader): Promise<Set<string> | undefined> {
  const last = await query
    .selectFrom('digests')
    .select('announced')
    .where('announced', '<>', '')
    .where('done_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return undefined;
  const keys = parseStored(last.announced);
  return new Set(Array.isArray(keys) ? keys.map(String) : []);
}

/** All events to come, also those beyond the mail's days, so that they do not count as new later. */
export async function listAnnounced(db: Reader, now: number): Promise<string> {
  return JSON.stringify((await listFutureEvents(db, now)).map(({ key }) => key));
}

async function viewDigestEvent(
  db: Reader,
  club: MailingClub,
  event: ClubEvent,
  isNew: boolean,
  now: number,
): Promise<DigestEvent> {
  return {
    key: event.key,
    title: eventName(event.title),
    when: whenOf(event, club.clock),
    where: event.location,
    state: await stateText(db, club, event, now),
    url: `${club.publicUrl}/events/${encodeURIComponent(event.key)}`,
    isNew,
  };
}

async function stateText(db: Reader, club: MailingClub, event: ClubEvent, now: number): Promise<string> {
  if (event.cancelled) return 'CANCELLED';
  const form = await findPersonFormOf(db, event, club.clock.timeZone);
  if (!form) return '';
  const { state, text, audience } = await viewEventPlaces(db, form, club, now);
  const words: Partial<Record<typeof state, string>> = {
    open: text,
    waitlist: 'Waitlist',
    full: 'Full',
    draw: 'Draw',
  };
  return [audience?.replace(/\.$/, ''), words[state]].filter(Boolean).join(' · ');
}
