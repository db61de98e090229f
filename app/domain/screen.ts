import type { Reader } from '../db/db.server.ts';
import { formatDay, formatHours, startOfDay, type ClubClock } from '../time/club-time.ts';
import { endOf, hasFixedDate } from './events/times.ts';
import type { ClubEvent } from './events/event.ts';
import { viewEventCards, type EventCardView } from './events/event-view.ts';
import { listPastEvents, pageEventsSince } from './events/read-events.ts';
import { viewSlideshow } from './slideshow.ts';
import type { ImageView } from './files/image-view.ts';
import { viewImages } from './files/view-images.ts';
import { HOUR_MS } from '../time/durations.ts';

/** An event on a display; times are epoch milliseconds. */
export interface ScreenEvent extends Pick<
  EventCardView,
  'key' | 'title' | 'location' | 'tentative' | 'block' | 'image' | 'poster'
> {
  cancelled: boolean;
  /** 'Fri Nov 20', or the custom date. */
  day: string;
  /** '7:30 PM'; empty if there is a custom date. */
  hour: string;
  /** null if there is a custom date: nothing is counted down then. */
  start: number | null;
  /** When it leaves the display. */
  until: number;
}

export interface ScreenPicture {
  image: ImageView;
  /** The event that it was taken at; empty for the slideshow’s pictures. */
  title: string;
}

/** More than are shown at a time, so that a display without a network has some for the days to come. */
const MOST_EVENTS = 16;
/** Events that are looked through for pictures. */
const MOST_EVENTS_SEARCHED = 60;
const MOST_PICTURES = 12;
const MOST_OF_ONE_EVENT = 4;
/** No event is shown for longer than this, or a display might show one for months. */
const LONGEST_DAYS = 14;
/** How long an event without an end is taken to last, as the dialog proposes. */
const USUAL_MS = 2 * HOUR_MS;

/** Events come soonest first, after those that are already running; pictures come newest first. */
export async function viewScreen(db: Reader, clock: ClubClock, now = Date.now()) {
  const [events, pictures] = await Promise.all([listShown(db, clock, now), listNewestPictures(db, now)]);
  const cards = await viewEventCards(
    db,
    events.map(({ event }) => event),
    clock,
  );
  return { events: cards.flatMap((card, at) => viewOnScreen(card, events[at], clock, now)), pictures };
}

interface Shown {
  event: ClubEvent;
  until: number;
}

async function listShown(db: Reader, { timeZone }: ClubClock, now: number): Promise<Shown[]> {
  const since = startOfDay(now, -LONGEST_DAYS, timeZone);
  const page = await pageEventsSince(db, since).next();
  const events: ClubEvent[] = page.done ? [] : page.value;
  return events
    .map((event) => ({ event, until: untilOf(event, timeZone) }))
    .filter(({ until }) => until > now)
    .slice(0, MOST_EVENTS);
}

/** An event with a custom date stays until the end of its day, so that the display gives no hint of its hour. */
function untilOf(event: ClubEvent, timeZone: string): number {
  if (hasFixedDate(event)) return endOf(event) ?? event.start + USUAL_MS;
  return event.start === null ? 0 : startOfDay(event.start, 1, timeZone);
}

function viewOnScreen(card: EventCardView, shown: Shown | undefined, clock: ClubClock, now: number): ScreenEvent[] {
  if (!shown) return [];
  const { event, until } = shown;
  const { key, title, location, tentative, block, image, poster } = card;
  const start = hasFixedDate(event) ? event.start : null;
  return [
    {
      key,
      title,
      location,
      tentative,
      block,
      image,
      poster,
      start,
      until,
      cancelled: event.cancelled,
      day: start === null ? event.customDate : formatDay(start, clock, now),
      hour: start === null ? '' : formatHours(start, clock),
    },
  ];
}

/** Pictures of the newest event come first, those of the home page’s slideshow last. */
async function listNewestPictures(db: Reader, now: number): Promise<ScreenPicture[]> {
  const [past, slides] = await Promise.all([
    listPastEvents(db, now, { limit: MOST_EVENTS_SEARCHED }),
    viewSlideshow(db),
  ]);
  const taken = past
    .flatMap(({ title, gallery }) =>
      gallery
        .filter(({ url }) => url)
        .slice(0, MOST_OF_ONE_EVENT)
        .map((file) => ({ file, title })),
    )
    .slice(0, MOST_PICTURES);
  const images = await viewImages(db, taken, ({ file }) => file);
  const ofEvents = [...images].map(([{ title }, image]) => ({ image, title }));
  return [...ofEvents, ...slides.map((image) => ({ image, title: '' }))].slice(0, MOST_PICTURES);
}
