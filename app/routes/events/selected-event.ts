import type { EventCard } from '../../domain/events/event-card.ts';

let selected: EventCard | undefined;
let last: string | undefined;

/** Keeps what the card showed, so that the event's page opens at once with it (product.md 2, Events list). */
export function selectEvent(event: EventCard): void {
  selected = event;
  last = event.key;
}

/** Gives the selected event once, if it is the one with this key. */
export function takeSelectedEvent(key: string): EventCard | undefined {
  const taken = selected?.key === key ? selected : undefined;
  selected = undefined;
  return taken;
}

/** Whether it is the event whose card was chosen last: its poster goes back to it. */
export function wasSelected(key: string): boolean {
  return last === key;
}
