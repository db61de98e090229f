/** Named as in the export format. */
const TOLD = {
  event: { noun: 'event', isPublic: true },
  exec: { noun: 'executive', isPublic: true },
  food: { noun: 'food item', isPublic: true },
  dsc: { noun: 'card', isPublic: true },
  files: { noun: 'slideshow', isPublic: true },
  form: { noun: 'form', isPublic: true },
  places: { noun: 'places', isPublic: true },
  entry: { noun: 'response', isPublic: false },
  user: { noun: 'user', isPublic: false },
};

export type Topic = keyof typeof TOLD;

export const TOPICS = Object.keys(TOLD).filter(isTopic);

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(TOLD, name);
}

export function nounOf(topic: string): string {
  return isTopic(topic) ? TOLD[topic].noun : topic;
}

export function isPublic({ topic }: Pick<Change, 'topic'>): boolean {
  return TOLD[topic].isPublic;
}

/** One record of a committed write, never its data. */
export interface Change {
  topic: Topic;
  key: string;
}

export function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('topic' in value) || !('key' in value)) return false;
  return typeof value.topic === 'string' && isTopic(value.topic) && typeof value.key === 'string';
}

export type Dependency = Topic | `places/${string}`;

export function dependencyOf({ topic, key }: Change): Dependency {
  return topic === 'places' && key ? `places/${key}` : topic;
}

export function placesOf(eventKey: string): Dependency[] {
  return ['places', `places/${eventKey}`];
}
