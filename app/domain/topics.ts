/** The nouns whose changes are told to caches and open pages, named as in the export format (product.md 9). */
export const TOPICS = ['event', 'exec', 'food', 'dsc', 'files', 'form', 'entry', 'user'] as const;

export type Topic = (typeof TOPICS)[number];

/** One record of a committed write: what kind and which key, never the data. */
export interface Change {
  topic: Topic;
  key: string;
}
