import type { ClubEvent } from './event.ts';

export function eventName(title: string): string {
  return title || 'Untitled event';
}

/** As calendars, feeds and pictures name it, where its mark has no other place; that it is cancelled says all. */
export function markedWith({ cancelled, tentative }: Pick<ClubEvent, 'cancelled' | 'tentative'>, text: string): string {
  if (cancelled) return `[CANCELLED] ${text}`;
  return tentative ? `[TENTATIVE] ${text}` : text;
}
