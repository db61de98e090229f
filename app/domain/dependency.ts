import type { Change, Topic } from './topics.ts';

/**
 * What a reply of the site was made from: once that changes, so does the reply. It is kept out of topics.ts so that
 * visitors’ browsers do not load that table.
 */
export type Dependency = Topic | `places/${string}`;

export function dependencyOf({ topic, key }: Change): Dependency {
  return topic === 'places' && key ? `places/${key}` : topic;
}

export function placesOf(eventKey: string): Dependency[] {
  return ['places', `places/${eventKey}`];
}

/** A change of any of these may change any page that visitors see. */
export const ON_EVERY_PAGE = ['text', 'page', 'notice', 'sponsor', 'kind'] as const satisfies Topic[];
