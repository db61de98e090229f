import type { Reader } from '../../db/db.server.ts';
import { viewImages, type ImageView } from '../uploads/images.ts';
import { formatCardStart, formatDateBlock, startOfToday, type ClubClock } from '../../time/club-time.ts';
import { eventName, isOver, type ClubEvent } from './event.ts';

/** Dates are texts in the club's zone. */
export interface EventCardView {
  key: string;
  title: string;
  when: string;
  isoStart: string | null;
  block: { weekday: string; day: string; month: string } | null;
  location: string;
  isOver: boolean;
  tentative: boolean;
  dscEvent: boolean;
  /** Only a page's own document may frame another site's form. */
  embedsForm: boolean;
  image: ImageView | null;
  poster: string;
}

export async function viewEventCards(db: Reader, events: ClubEvent[], clock: ClubClock): Promise<EventCardView[]> {
  const images = await viewImages(
    db,
    events.flatMap(({ image }) => (image?.url ? [image] : [])),
  );
  const midnight = startOfToday(clock.timeZone);
  return events.map((event) => ({
    key: event.key,
    title: eventName(event.title),
    ...viewStart(event, clock),
    location: event.location,
    isOver: isOver(event, midnight),
    tentative: event.tentative,
    dscEvent: event.dscEvent,
    embedsForm: Boolean(event.googleFormUrl && embeddedFormUrl(event.googleFormUrl)),
    image: (event.image && images.get(event.image)) ?? null,
    poster: posterUrl(event),
  }));
}

function viewStart(event: ClubEvent, clock: ClubClock): Pick<EventCardView, 'when' | 'isoStart' | 'block'> {
  if (event.hiddenDate) return { when: event.customDate, isoStart: null, block: null };
  if (event.start === null) return { when: '', isoStart: null, block: null };
  return {
    when: formatCardStart(event.start, clock),
    isoStart: new Date(event.start).toISOString(),
    block: formatDateBlock(event.start, clock),
  };
}

/** The address names the save, so that a changed title brings a new poster. */
export function posterUrl(event: Pick<ClubEvent, 'key' | 'version'>): string {
  return `/events/${encodeURIComponent(event.key)}/poster.svg?v=${event.version}`;
}

const KEPT_PARTS = 7;

/** product.md 2, 9. undefined for anything but an https address. */
export function embeddedFormUrl(googleFormUrl: string): string | undefined {
  // What is no address by itself could become one by what is put behind it.
  if (!URL.canParse(googleFormUrl)) return undefined;
  const embedded = `${googleFormUrl.split('/').slice(0, KEPT_PARTS).join('/')}/viewform?embedded=true`;
  return URL.canParse(embedded) && new URL(embedded).protocol === 'https:' ? embedded : undefined;
}
