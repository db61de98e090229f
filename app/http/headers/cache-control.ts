/**
 * How long browsers, and caches between them and this site, may keep an answer. What this site itself keeps of it is
 * said with `cache/cache-until.ts`.
 */
export const CACHE_CONTROL = {
  /** The address never shows anything else. */
  forEver: 'public, max-age=31536000, immutable',
  forDay: 'public, max-age=86400',
  /** It may be kept, and is asked for again each time: what changed is seen at once. Pages for everyone come so. */
  askAgain: 'no-cache',
  /** It is for one person. */
  private: 'private, no-store',
} as const;
