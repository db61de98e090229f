import type { EventCardView } from '../../domain/events/event-view.ts';

let selected: EventCardView | undefined;
let last: string | undefined;

/** Keeps the data of the card, so that the event's page can show it at once (product.md 2, Events). */
export function selectEvent(event: EventCardView): void {
  selected = event;
  last = event.key;
}

export function takeSelectedEvent(key: string): EventCardView | undefined {
  const taken = selected?.key === key ? selected : undefined;
  selected = undefined;
  return taken;
}

export function wasSelected(key: string): boolean {
  return last === key;
}
