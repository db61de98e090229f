import { escape, foldLines, ICalCalendar, ICalCalendarMethod, ICalEvent, ICalEventStatus } from 'ical-generator';
import type { Reader } from '../db/db.server.ts';
import { plainText } from '../domain/plain-text.ts';
import { withoutMarks } from '../domain/events/description-marks.ts';
import type { Edition } from '../domain/events/calendar-edition.ts';
import type { ClubEvent } from '../domain/events/event.ts';
import { endOf, hasFixedDate, type DatedEvent } from '../domain/events/times.ts';
import { markedName } from '../domain/events/titles.ts';
import type { EventFilter } from '../domain/events/visibility.ts';
import { pageEventsSince } from '../domain/events/read-events.ts';
import { DAY_MS } from '../time/durations.ts';

export interface CalendarOwner {
  name: string;
  email: string;
  publicUrl: string;
}

const YEAR_MS = 365 * DAY_MS;
const REFRESH_SECONDS = 3600;
const END = 'END:VCALENDAR';

/** 'CS Club events', or 'CS Club events: Talks' for one kind. */
export function listName({ name }: Pick<CalendarOwner, 'name'>, only: string | undefined): string {
  return only ? `${name} events: ${only}` : `${name} events`;
}

/** Yields a calendar (RFC 5545) in parts: every event with a fixed date since a year before `midnight`, soonest first, in UTC. */
export async function* writeCalendar(
  db: Reader,
  owner: CalendarOwner,
  midnight: number,
  { name: only, ...of }: EventFilter & { name?: string | undefined } = {},
): AsyncGenerator<string> {
  const calendar = emptyCalendar('PUBLISH', listName(owner, only));
  yield calendar.toString().slice(0, -END.length);
  let isEmpty = true;
  for await (const page of pageEventsSince(db, midnight - YEAR_MS, of)) {
    const dated = page.filter(hasFixedDate);
    isEmpty &&= dated.length === 0;
    yield dated.map((event) => writeEvent(event, owner, calendar, feedEdition(event))).join('');
  }
  yield `${isEmpty ? UTC : ''}${END}\r\n`;
}

/** A calendar has at least one component (RFC 5545, 3.6), and strict readers refuse one that has none. */
const UTC = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE', ''],
].join('\r\n');

type CalendarMethod = 'PUBLISH' | 'CANCEL';

/** `CANCEL` removes the event from calendars again (RFC 5546). undefined for an event without a fixed date. */
export function writeEventCalendar(
  event: ClubEvent,
  owner: CalendarOwner,
  { edition, method = 'PUBLISH' }: { edition: Edition; method?: CalendarMethod },
): string | undefined {
  if (!hasFixedDate(event)) return undefined;
  const calendar = emptyCalendar(method);
  const entry = writeEvent(event, owner, calendar, { edition, isCancelled: method === 'CANCEL' });
  return `${calendar.toString().slice(0, -END.length)}${entry}${END}\r\n`;
}

/** Uses the moment of the last save, so that repeated requests always get the same text. */
function feedEdition({ version, updatedAt }: ClubEvent): Written {
  return { edition: { sequence: version, at: updatedAt } };
}

function emptyCalendar(method: CalendarMethod, name?: string): ICalCalendar {
  const prodId = { company: 'Clubroom', product: 'Events', language: 'EN' };
  const calendar = new ICalCalendar({ prodId, method: ICalCalendarMethod[method] });
  // The generator escapes the texts of events, but not the name of a calendar.
  return name === undefined ? calendar : calendar.name(escape(plainText(name), false)).ttl(REFRESH_SECONDS);
}

interface Written {
  edition: Edition;
  isCancelled?: boolean;
}

function writeEvent(
  event: DatedEvent,
  { name, email, publicUrl }: CalendarOwner,
  calendar: ICalCalendar,
  { edition, isCancelled = false }: Written,
): string {
  const key = encodeURIComponent(event.key);
  const end = endOf(event);
  const written = new ICalEvent(
    {
      id: `${key}@${new URL(publicUrl).host}`,
      sequence: edition.sequence,
      stamp: new Date(edition.at),
      lastModified: new Date(event.updatedAt),
      // Calendars accept a cancellation only from the organizer whom they know.
      organizer: { name: plainText(name), email },
      start: new Date(event.start),
      // Without an end, a calendar shows only the start, which is better than an end that nobody set.
      end: end === undefined ? null : new Date(end),
      summary: plainText(markedName(event)),
      location: plainText(event.location) || null,
      description: plainText(describe(event)) || null,
      status:
        isCancelled || event.cancelled
          ? ICalEventStatus.CANCELLED
          : event.tentative
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
      url: `${publicUrl}/events/${key}`,
    },
    calendar,
  );
  return foldLines(written.toString());
}

function describe({ cancelled, cancelReason, presenter, description }: ClubEvent): string {
  const text = withoutMarks(description, { addresses: true });
  const why = cancelled ? ['This event has been cancelled.', cancelReason] : [];
  return [...why, presenter && `by ${presenter}`, text].filter(Boolean).join('\n\n');
}
