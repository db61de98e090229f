import { plainText } from '../plain-text.ts';
import { withoutMarks } from './description-marks.ts';
import { eventName } from './titles.ts';
import type { ClubEvent } from './event.ts';

/** Plain texts, for pasting elsewhere. */
export interface Announcement {
  chat: string;
  subject: string;
  body: string;
}

const MOST_DESCRIPTION = 600;

/** `glance` says when, in a line or two. */
export function writeAnnouncement(
  event: ClubEvent,
  glance: string[],
  { publicUrl, clubName }: { publicUrl: string; clubName: string },
): Announcement {
  const name = oneLine(eventName(event.title));
  const title = event.cancelled ? `Cancelled: ${name}` : name;
  const when = whenIs(glance, event.tentative);
  const place = oneLine(event.location);
  const page = `${publicUrl}/events/${encodeURIComponent(event.key)}`;
  const news = event.cancelled ? ['This event has been cancelled.', ...lines(event.cancelReason)].join('\n') : '';
  const facts = [when && `When: ${when}`, place && `Where: ${place}`];
  const presenter = oneLine(event.presenter);
  const about = event.cancelled ? '' : beginningOf(withoutMarks(event.description, { addresses: true }));
  return {
    chat: joined([title, when, place, news, page], '\n'),
    subject: title,
    body: joined(
      [
        news,
        joined([name, presenter && `by ${presenter}`], '\n'),
        joined(facts, '\n'),
        about,
        `Everything about it:\n${page}`,
        oneLine(clubName),
      ],
      '\n\n',
    ),
  };
}

function whenIs(glance: string[], isTentative: boolean): string {
  const when = glance.map(oneLine).filter(Boolean).join(', ').replace('–, ', '– ');
  return when && isTentative ? `${when} (tentative)` : when;
}

const SENTENCES = /[.!?。؟](?=\s)/g;

/** The whole sentences that fit, or else the whole words. */
function beginningOf(text: string): string {
  const whole = lines(text)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (whole.length <= MOST_DESCRIPTION) return whole;
  const cut = whole
    .slice(0, MOST_DESCRIPTION)
    .toWellFormed()
    .replace(/\u{fffd}$/u, '');
  const end = [...cut.matchAll(SENTENCES)].at(-1)?.index;
  return end === undefined ? `${cut.replace(/\s+\S*$/, '').trimEnd()} …` : cut.slice(0, end + 1);
}

function lines(text: string): string[] {
  return plainText(text)
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd());
}

function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}

function joined(parts: string[], between: string): string {
  return parts.filter(Boolean).join(between);
}
