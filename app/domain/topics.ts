import type { Capability } from './roles.ts';

interface TopicFacts {
  noun: string;
  /** Who is notified of a change. */
  to: 'everyone' | Capability;
}

/** The names are those of the export format. */
const FACTS = {
  event: { noun: 'event', to: 'everyone' },
  /** An event or a page that the public does not see. */
  draft: { noun: 'draft', to: 'see content' },
  exec: { noun: 'executive', to: 'everyone' },
  food: { noun: 'food item', to: 'everyone' },
  dsc: { noun: 'card', to: 'everyone' },
  page: { noun: 'page', to: 'everyone' },
  files: { noun: 'slideshow', to: 'everyone' },
  form: { noun: 'form', to: 'everyone' },
  places: { noun: 'places', to: 'everyone' },
  /** People who handle only payments are also told that one changed, but get no more than its key. */
  entry: { noun: 'response', to: 'handle payments' },
  submission: { noun: 'submission', to: 'handle submissions' },
  committee: { noun: 'committee', to: 'everyone' },
  link: { noun: 'short link', to: 'see content' },
  member: { noun: 'member', to: 'handle members' },
  subscriber: { noun: 'subscriber', to: 'write the digest' },
  digest: { noun: 'mail of the week', to: 'write the digest' },
  text: { noun: 'text', to: 'everyone' },
  notice: { noun: 'notice', to: 'everyone' },
  sponsor: { noun: 'sponsor', to: 'everyone' },
  kind: { noun: 'kind', to: 'everyone' },
  announcement: { noun: 'announcement', to: 'see content' },
  door: { noun: 'link for helpers', to: 'handle responses' },
  user: { noun: 'user', to: 'manage the club' },
  handover: { noun: 'handover', to: 'manage the club' },
} as const satisfies Record<string, TopicFacts>;

export type Topic = keyof typeof FACTS;

export const TOPICS = Object.keys(FACTS).filter(isTopic);

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(FACTS, name);
}

export function nounOf(topic: string): string {
  return isTopic(topic) ? FACTS[topic].noun : topic;
}

export function whoIsNotified({ topic }: Pick<Change, 'topic'>): 'everyone' | Capability {
  return FACTS[topic].to;
}

/**
 * Names one record of a committed write, but never carries its data. An empty key stands for any record of the topic:
 * changes may have been missed.
 */
export interface Change {
  topic: Topic;
  key: string;
}

export function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('topic' in value) || !('key' in value)) return false;
  return typeof value.topic === 'string' && isTopic(value.topic) && typeof value.key === 'string';
}
