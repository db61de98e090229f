import type { ClubEvent } from './event.ts';

export function eventName(title: string): string {
  return title || 'Untitled event';
}

/** Names an event in calendars, feeds and announcements, which have no other place for its mark. */
export function markedName(event: Pick<ClubEvent, 'title' | 'cancelled' | 'tentative'>): string {
  return withMark(event, eventName(event.title));
}

/** If the event is cancelled, nothing else matters. */
export function withMark({ cancelled, tentative }: Pick<ClubEvent, 'cancelled' | 'tentative'>, text: string): string {
  if (cancelled) return `[CANCELLED] ${text}`;
  return tentative ? `[TENTATIVE] ${text}` : text;
}
