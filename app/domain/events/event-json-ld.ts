import { formatIsoTime } from '../../time/club-time.ts';
import { withoutMarks } from './description-marks.ts';
import type { ClubEvent } from './event.ts';
import { endOf, hasFixedDate } from './times.ts';
import { eventName } from './titles.ts';

interface EventHost {
  name: string;
  publicUrl: string;
  university: string;
  building: string;
  room: string;
  address: string[];
  timeZone: string;
}

export type JsonObject = { [name: string]: string | string[] | JsonObject };

/** What everyone pays. */
export interface Offer {
  price: string;
  currency: string;
}

/** undefined for an event without a fixed date, which schema.org cannot express. */
export function eventSchema(event: ClubEvent, host: EventHost, offer?: Offer): JsonObject | undefined {
  if (!hasFixedDate(event)) return undefined;
  const { name, publicUrl, timeZone } = host;
  const end = endOf(event);
  const url = `${publicUrl}/events/${encodeURIComponent(event.key)}`;
  const online = isOnline(event.location);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: eventName(event.title),
    startDate: formatIsoTime(event.start, timeZone),
    ...(end === undefined ? {} : { endDate: formatIsoTime(end, timeZone) }),
    eventStatus: `https://schema.org/Event${event.cancelled ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${online ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: online ? { '@type': 'VirtualLocation', url: webAddress(event.location) ?? url } : place(event, host),
    ...(event.image?.url ? { image: [absolute(event.image.url, publicUrl)] } : {}),
    ...(event.description ? { description: withoutMarks(event.description, { addresses: false }) } : {}),
    ...(offer && { offers: { '@type': 'Offer', price: offer.price, priceCurrency: offer.currency, url } }),
    organizer: { '@type': 'Organization', name, url: publicUrl },
    url,
  };
}

function isOnline(location: string): boolean {
  return webAddress(location) !== undefined || /^online\b/i.test(location);
}

function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}

function place({ location }: ClubEvent, { university, building, room, address }: EventHost): JsonObject {
  return {
    '@type': 'Place',
    name: location || `${building}, ${room}`,
    address: [university, ...address].join(', '),
  };
}

function absolute(url: string, publicUrl: string): string {
  return url.startsWith('/') ? publicUrl + url : url;
}
