import { formatCardStart, formatDateBlock, formatViewTime, type ClubClock } from '../../time/club-time.ts';
import type { ClubEvent } from './event.ts';

/** When an event begins, as texts in the club's zone. */
export interface ShownStart {
  when: string;
  isoStart: string | null;
  block: { weekday: string; day: string; month: string } | null;
}

type Dates = Pick<ClubEvent, 'start' | 'end' | 'hiddenDate' | 'customDate'>;

export function viewStart(event: Omit<Dates, 'end'>, clock: ClubClock): ShownStart {
  if (event.hiddenDate) return { when: event.customDate, isoStart: null, block: null };
  if (event.start === null) return { when: '', isoStart: null, block: null };
  return {
    when: formatCardStart(event.start, clock),
    isoStart: new Date(event.start).toISOString(),
    block: formatDateBlock(event.start, clock),
  };
}

/** 'Nov 20, 2026, 07:30 PM — Nov 20, 2026, 09:00 PM', or the custom date. */
export function viewSpan({ start, end, hiddenDate, customDate }: Dates, clock: ClubClock): string {
  if (hiddenDate) return customDate;
  const times = [start, end].flatMap((time) => (time === null ? [] : [formatViewTime(time, clock)]));
  return times.join(' — ');
}

/** The address has the version in it, so that a changed title brings a new poster. */
export function posterUrl(event: Pick<ClubEvent, 'key' | 'version'>): string {
  return `/events/${encodeURIComponent(event.key)}/poster.svg?v=${event.version}`;
}

const ADDRESS_PARTS = 7;

/** The form's address for an iframe (product.md 2, 'One event'); undefined unless it is https. */
export function embeddedFormUrl(googleFormUrl: string): string | undefined {
  // What is appended below could turn a text that is no address into one.
  if (!URL.canParse(googleFormUrl)) return undefined;
  const embedded = `${googleFormUrl.split('/').slice(0, ADDRESS_PARTS).join('/')}/viewform?embedded=true`;
  return URL.canParse(embedded) && new URL(embedded).protocol === 'https:' ? embedded : undefined;
}
