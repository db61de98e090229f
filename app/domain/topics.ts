/** Whose changes are told to caches and open pages, named as in the export format; what people call one, and who is told. */
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

/** True where everyone may be told of a change. */
export function isPublic({ topic }: Pick<Change, 'topic'>): boolean {
  return TOLD[topic].isPublic;
}

/** One record of a committed write: what kind and which key, never the data. */
export interface Change {
  topic: Topic;
  key: string;
}

/** True for a change that came from another process as it should. */
export function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('topic' in value) || !('key' in value)) return false;
  return typeof value.topic === 'string' && isTopic(value.topic) && typeof value.key === 'string';
}

/** What an answer may depend on: a topic, or of all places those at one event alone. */
export type Dependency = Topic | `places/${string}`;

/** What a change concerns; one of unknown places concerns all of them. */
export function dependencyOf({ topic, key }: Change): Dependency {
  return topic === 'places' && key ? `places/${key}` : topic;
}

/** What an answer depends on that shows how many places are left. */
export function placesOf(eventKey: string): Dependency[] {
  return ['places', `places/${eventKey}`];
}
