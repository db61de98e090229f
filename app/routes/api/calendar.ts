import { Hono } from 'hono';
import { writeCalendar, writeEventCalendar } from '../../feeds/calendar.ts';
import { startOfToday } from '../../time/club-time.ts';
import { currentEdition } from '../../domain/events/calendar-edition.ts';
import { findPublicEvent } from '../../domain/events/read-events.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { readEventFilter } from './read-event-filter.ts';
import { inParts, keyOf, readOnly, type ListSource } from './answer.ts';

const CALENDAR = { 'content-type': 'text/calendar; charset=utf-8' };
const NOT_STORED = { 'cache-control': 'no-store' };

/** Calendars (RFC 5545) of events with a fixed date: all since a year ago, or a single one; 404 for an event without a date. */
export function calendarApp(site: ListSource): Hono<AppEnv> {
  const { db, clock, settings } = site;
  const owner = () => ({ ...site.club.club, publicUrl: settings.publicUrl });
  const app = new Hono<AppEnv>();
  readOnly(app, '/events.ics', async (c) => {
    const { of, only, query } = await readEventFilter(db, c);
    const parts = writeCalendar(db, owner(), startOfToday(clock.timeZone), { ...of, name: only?.name });
    return inParts(c, parts, CALENDAR, { topics: ['event', 'committee'], query, untilMidnight: true });
  });
  readOnly(app, '/events/:file{[^/]+\\.ics}', async (c) => {
    const event = await findPublicEvent(db, keyOf(c, 'file').slice(0, -'.ics'.length));
    if (!event) return c.text("Event doesn't exist.", 404, NOT_STORED);
    const calendar = writeEventCalendar(event, owner(), { edition: await currentEdition(db, event) });
    if (!calendar)
      return c.text('This event has no fixed date yet, so there is nothing to put in a calendar.', 404, NOT_STORED);
    // A file that is downloaded after a mail has to be newer than the mail's.
    if (event.formId !== null) return c.body(calendar, 200, { ...CALENDAR, 'cache-control': CACHE_CONTROL.askAgain });
    cacheUntil(c, { topics: ['event'] });
    return c.body(calendar, 200, CALENDAR);
  });
  return app;
}
