/** In `publish_at`, of a draft that no time publishes: later than any. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** When it will be published, until it is; epoch milliseconds. */
export type PublishAt = number | 'never' | null;

export function readPublishAt(stored: number | null): PublishAt {
  return stored === NEVER ? 'never' : stored;
}
