import type { EventCard } from '../../domain/events/event-card.ts';

let selected: EventCard | undefined;
let last: string | undefined;

/** Keeps what the card showed, so that the event's page opens at once with it (product.md 2, Events list). */
export function selectEvent(event: EventCard): void {
  selected = event;
  last = event.key;
}

export function takeSelectedEvent(key: string): EventCard | undefined {
  const taken = selected?.key === key ? selected : undefined;
  selected = undefined;
  return taken;
}

export function wasSelected(key: string): boolean {
  return last === key;
}
