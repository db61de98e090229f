/** The nouns whose changes are told to caches and open pages, named as in the export format (product.md 9). */
export const TOPICS = ['event', 'exec', 'food', 'dsc', 'files', 'form', 'entry', 'user'] as const;

export type Topic = (typeof TOPICS)[number];

/** One record of a committed write: what kind and which key, never the data. */
export interface Change {
  topic: Topic;
  key: string;
}

/** True for a change that came from another process as it should. */
export function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('topic' in value) || !('key' in value)) return false;
  return TOPICS.some((topic) => topic === value.topic) && typeof value.key === 'string';
}
