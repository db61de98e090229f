/**
 * How long browsers, and caches on the way to them, may keep an answer. `cache/cache-until.ts` is about the site's own
 * cache.
 */
export const CACHE_CONTROL = {
  /** For an address whose content never changes. */
  forEver: 'public, max-age=31536000, immutable',
  forDay: 'public, max-age=86400',
  /** For pages for everyone: kept, but checked each time, so that a change is seen at once. */
  askAgain: 'no-cache',
  /** For one person only. */
  private: 'private, no-store',
} as const;
