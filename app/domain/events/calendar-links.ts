import { plainText } from '../plain-text.ts';
import type { ClubEvent } from './event.ts';
import { endOf, hasFixedDate } from './times.ts';
import { markedName } from './titles.ts';

export interface CalendarLinks {
  ics: string;
  google: string;
  outlook: string;
}

const GOOGLE = 'https://calendar.google.com/calendar/render';
const OUTLOOK = 'https://outlook.live.com/calendar/0/deeplink/compose';

/** null without a fixed date. An event without an end ends at its start, as in the file. */
export function calendarLinks(event: ClubEvent, publicUrl: string): CalendarLinks | null {
  if (!hasFixedDate(event)) return null;
  const page = `/events/${encodeURIComponent(event.key)}`;
  const title = plainText(markedName(event));
  const location = plainText(event.location);
  const about = [event.presenter && `by ${plainText(event.presenter)}`, publicUrl + page].filter(Boolean).join('\n\n');
  const start = utc(event.start);
  const end = utc(endOf(event) ?? event.start);
  return {
    ics: `${page}.ics`,
    google: address(GOOGLE, {
      action: 'TEMPLATE',
      text: title,
      dates: `${withoutPunctuation(start)}/${withoutPunctuation(end)}`,
      details: about,
      location,
    }),
    outlook: address(OUTLOOK, {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: start,
      enddt: end,
      body: about,
      location,
    }),
  };
}

function utc(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** '20261121T003000Z'. */
function withoutPunctuation(time: string): string {
  return time.replaceAll(/[-:]/g, '');
}

/** A space becomes %20, because not every calendar reads '+' as one. */
function address(base: string, fields: Record<string, string>): string {
  const query = Object.entries(fields).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  );
  return `${base}?${query.join('&')}`;
}
