/** A phone may cache the cards of several people: each by itself, with what its page needs. */
export function cacheOf(card: string): string {
  return `clubroom-card ${card}`;
}

/** Finds a script too if it is asked for with another ?query. */
export async function findCachedCard(card: string, request: Request | string): Promise<Response | undefined> {
  // `match` does not create the cache, as `open` would.
  return caches.match(request, { cacheName: cacheOf(card), ignoreSearch: true });
}
