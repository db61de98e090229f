import { escape, foldLines, ICalCalendar, ICalEvent, ICalEventStatus } from 'ical-generator';
import type { Reader } from '../db/db.server.ts';
import { plainText } from '../domain/plain-text.ts';
import { withoutMarks } from '../domain/events/description-marks.ts';
import type { ClubEvent } from '../domain/events/event.ts';
import { endOf, hasFixedDate, type DatedEvent } from '../domain/events/times.ts';
import { markedWith } from '../domain/events/titles.ts';
import { pageEventsSince } from '../domain/events/read-events.ts';
import { DAY_MS } from '../time/durations.ts';

export interface CalendarOwner {
  name: string;
  publicUrl: string;
}

const YEAR_MS = 365 * DAY_MS;
const REFRESH_SECONDS = 3600;
const END = 'END:VCALENDAR';

/** RFC 5545, in parts: every event with a fixed date from one year before `midnight` on, soonest first, in UTC. */
export async function* writeCalendar(db: Reader, owner: CalendarOwner, midnight: number): AsyncGenerator<string> {
  const calendar = emptyCalendar(`${owner.name} events`);
  yield calendar.toString().slice(0, -END.length);
  for await (const page of pageEventsSince(db, midnight - YEAR_MS)) {
    yield page
      .filter(hasFixedDate)
      .map((event) => writeEvent(event, owner, calendar))
      .join('');
  }
  yield `${END}\r\n`;
}

/** To be taken out again where `isCancelled`; undefined for an event without a fixed date. */
export function writeEventCalendar(
  event: ClubEvent,
  owner: CalendarOwner,
  { isCancelled = false } = {},
): string | undefined {
  if (!hasFixedDate(event)) return undefined;
  const calendar = emptyCalendar();
  const entry = writeEvent(event, owner, calendar, isCancelled);
  return `${calendar.toString().slice(0, -END.length)}${entry}${END}\r\n`;
}

function emptyCalendar(name?: string): ICalCalendar {
  const prodId = { company: 'Clubroom', product: 'Events', language: 'EN' };
  const calendar = new ICalCalendar({ prodId });
  // The generator escapes the texts of events, not the name of a calendar.
  return name === undefined ? calendar : calendar.name(escape(plainText(name), false)).ttl(REFRESH_SECONDS);
}

function writeEvent(
  event: DatedEvent,
  { publicUrl }: CalendarOwner,
  calendar: ICalCalendar,
  isCancelled = false,
): string {
  const key = encodeURIComponent(event.key);
  const end = endOf(event);
  const saved = new Date(event.updatedAt);
  const written = new ICalEvent(
    {
      id: `${key}@${new URL(publicUrl).host}`,
      sequence: event.version,
      // The moment of the last save: the same event is written the same way every time.
      stamp: saved,
      lastModified: saved,
      start: new Date(event.start),
      // Without an end a calendar shows the start: better than an end that nobody set.
      end: end === undefined ? null : new Date(end),
      summary: plainText(markedWith(event, event.title)),
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
