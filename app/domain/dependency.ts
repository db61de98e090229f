import type { Change, Topic } from './topics.ts';

/** What an answer is made of: it is another one once that changes. Not beside the topics' table, which browsers of visitors do not need. */
export type Dependency = Topic | `places/${string}`;

export function dependencyOf({ topic, key }: Change): Dependency {
  return topic === 'places' && key ? `places/${key}` : topic;
}

export function placesOf(eventKey: string): Dependency[] {
  return ['places', `places/${eventKey}`];
}

/** Whatever visitors are shown may change with these. */
export const ON_EVERY_PAGE = ['text', 'page', 'notice', 'sponsor', 'kind'] as const satisfies Topic[];
