import type { ClubEvent } from './event.ts';

/** The address of the poster drawn for an event; it names the save, so that a changed title brings a new one. */
export function posterUrl(event: Pick<ClubEvent, 'key' | 'version'>): string {
  return `/events/${encodeURIComponent(event.key)}/poster.svg?v=${event.version}`;
}
