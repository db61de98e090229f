import type { Reader } from '../../db/db.server.ts';
import type { ImageView } from '../files/image-view.ts';
import { viewImages } from '../files/view-images.ts';
import { calendarLinks, type CalendarLinks } from './calendar-links.ts';
import { formatSpan, formatSpanLines, type ClubClock } from '../../time/club-time.ts';
import { listKinds, viewKind, type KindView } from '../kinds/list.ts';
import { textsOf } from '../records/dialog.ts';
import { events, type ClubEvent } from './event.ts';
import { embeddedFormUrl, posterUrl, viewSpan, viewStart, type ShownStart } from './shown-event.ts';
import { eventName } from './titles.ts';
import { isOver } from './times.ts';

/** The texts as they were entered; `recap` is empty until the event is over. */
type EventTexts = ReturnType<typeof textsOf<typeof events.fields>>;

/** Dates are texts in the club's zone. */
export interface EventCardView extends ShownStart {
  /** What a place costs, if the event’s own page says so. */
  price?: string | null;
  key: string;
  title: string;
  location: string;
  isOver: boolean;
  cancelled: boolean;
  tentative: boolean;
  dscEvent: boolean;
  kind: KindView | null;
  /**
   * If true, a link to its page must load a new document: only a newly loaded document may frame another site's form.
   */
  embedsForm: boolean;
  image: ImageView | null;
  poster: string;
}

export async function viewEventCards(db: Reader, events: ClubEvent[], clock: ClubClock): Promise<EventCardView[]> {
  const [images, kinds] = await Promise.all([
    viewImages(db, events, ({ image }) => image),
    events.some(({ kind }) => kind !== null) ? listKinds(db) : [],
  ]);
  const views = new Map(kinds.map((kind) => [kind.key, viewKind(kind)]));
  return events.map((event) => ({
    key: event.key,
    title: eventName(event.title),
    ...viewStart(event, clock),
    location: event.location,
    isOver: isOver(event, clock.timeZone),
    cancelled: event.cancelled,
    tentative: event.tentative,
    dscEvent: event.dscEvent,
    kind: (event.kind !== null && views.get(event.kind)) || null,
    embedsForm: Boolean(event.googleFormUrl && embeddedFormUrl(event.googleFormUrl)),
    image: images.get(event) ?? null,
    poster: posterUrl(event),
  }));
}

export interface EventView extends EventCardView, EventTexts {
  /** Why it was cancelled, as plain text in lines. */
  cancelReason: string;
  span: string;
  /** The committee whose event it is; null if it has none. */
  organiser: { key: string; name: string } | null;
  signupUrl: string | null;
  embeddedForm: string | null;
  formId: string | null;
  resources: { name: string; url: string }[];
  gallery: { name: string; image: ImageView }[];
  /** null if it has no fixed date, is cancelled or is over: nobody plans to be there then. */
  calendars: CalendarLinks | null;
}

/** What the event's own page shows (product.md 2, 'One event'). */
export async function viewEvent(
  db: Reader,
  event: ClubEvent,
  site: { clock: ClubClock; publicUrl: string },
): Promise<EventView> {
  const { clock } = site;
  const [card] = await viewEventCards(db, [event], clock);
  if (!card) throw new Error('An event has one card');
  const gallery = await viewImages(db, event.gallery, (file) => file);
  return {
    ...textsOf(events, event),
    ...card,
    cancelReason: event.cancelled ? event.cancelReason : '',
    span: viewSpan(event, clock),
    organiser: await findOrganiser(db, event.committee),
    signupUrl: event.signupUrl || null,
    embeddedForm: (event.googleFormUrl && embeddedFormUrl(event.googleFormUrl)) || null,
    formId: event.formId,
    resources: event.resources.filter((file) => file.url).map(({ name, url }) => ({ name: name || url, url })),
    recap: card.isOver ? event.recap.trim() : '',
    gallery: [...gallery].map(([{ name }, image]) => ({ name, image })),
    calendars: card.isOver || card.cancelled ? null : calendarLinks(event, site.publicUrl),
  };
}

export async function findOrganiser({ query }: Reader, key: string): Promise<EventView['organiser']> {
  if (key === '') return null;
  const row = await query.selectFrom('committees').select(['key', 'name']).where('key', '=', key).executeTakeFirst();
  return row?.name ? { key: row.key, name: row.name } : null;
}

/** 'Tue Nov 24, 6–8 PM', or the custom date; empty for an event without a date. */
export function whenOf({ hiddenDate, customDate, start, end }: ClubEvent, clock: ClubClock): string {
  if (hiddenDate) return customDate;
  return start === null ? '' : formatSpan(start, end, clock);
}

/** When it is, in one or two lines. */
export function viewGlance(event: ClubEvent, clock: ClubClock): string[] {
  const { start, end } = event;
  if (event.hiddenDate) return event.customDate ? [event.customDate] : [];
  if (start === null) return [];
  return formatSpanLines(start, end, clock);
}
