import { Feed } from 'feed';
import { escapeHtml } from '../html/escape.ts';
import { plainText } from '../domain/plain-text.ts';
import { listName, type CalendarOwner } from './calendar.ts';
import { formatSpan, type ClubClock } from '../time/club-time.ts';
import { readMarks, type MarkedRun } from '../domain/events/description-marks.ts';
import type { ClubEvent } from '../domain/events/event.ts';
import { endOf, hasFixedDate } from '../domain/events/times.ts';
import { markedName } from '../domain/events/titles.ts';

/** Limits a calendar or a feed to some events. */
export interface OnlyEvents {
  /** The name of their kind or committee, or both. */
  name: string;
  /** '?committee=…&kind=…' */
  query: string;
}

interface Publisher extends CalendarOwner {
  tagline: string;
  email: string;
  clock: ClubClock;
  /** If left out, all events. */
  only?: OnlyEvents | undefined;
}

/** An Atom feed. It counts as updated when its newest event was saved, or at `midnight` (epoch milliseconds), when the list changes. */
export function writeFeed(events: ClubEvent[], publisher: Publisher, midnight: number): string {
  const { name, tagline, email, publicUrl, only } = publisher;
  const query = only?.query ?? '';
  const feed = new Feed({
    id: `${publicUrl}/events${query}`,
    link: `${publicUrl}/events${query}`,
    feed: `${publicUrl}/feed.xml${query}`,
    title: plainText(listName(publisher, only?.name)),
    description: plainText(tagline),
    author: { name: plainText(name), email, link: publicUrl },
    updated: new Date(events.reduce((newest, { updatedAt }) => Math.max(newest, updatedAt), midnight)),
    generator: 'Clubroom',
  });
  for (const event of events) {
    const link = `${publicUrl}/events/${encodeURIComponent(event.key)}`;
    // Texts in this feed are HTML, so what people typed is escaped before it becomes part of the XML.
    feed.addItem({
      id: link,
      link,
      title: html(markedName(event)),
      date: new Date(event.updatedAt),
      content: contentOf(event, publisher, midnight),
    });
  }
  return feed.atom1();
}

function contentOf(event: ClubEvent, { clock, publicUrl }: Publisher, midnight: number): string {
  const { image, title, presenter, location, description } = event;
  const picture =
    image?.url &&
    `<img src="${html(image.url.startsWith('/') ? publicUrl + image.url : image.url)}" alt="${html(title)}">`;
  const facts = [when(event, clock, midnight), location, presenter && `by ${presenter}`];
  const paragraphs = description.split(/\n\s*\n/).map((text) => readMarks(text.trim()).map(marked).join(''));
  const texts = [html(facts.filter(Boolean).join(' · ')), ...paragraphs];
  return [picture, ...texts.flatMap((text) => (text ? [`<p>${text.replaceAll('\n', '<br>')}</p>`] : []))]
    .filter(Boolean)
    .join('\n');
}

function marked({ text, isBold, to }: MarkedRun): string {
  const words = to === undefined ? html(text) : `<a href="${html(to)}">${html(text)}</a>`;
  return isBold ? `<strong>${words}</strong>` : words;
}

function when(event: ClubEvent, clock: ClubClock, now: number): string {
  if (event.hiddenDate) return event.customDate;
  if (!hasFixedDate(event)) return '';
  return formatSpan(event.start, endOf(event) ?? null, clock, now);
}

function html(text: string): string {
  return escapeHtml(plainText(text));
}
