/** A phone may cache the cards of several people: each by itself, with what its page needs. */
export function cacheOf(card: string): string {
  return `clubroom-card ${card}`;
}

/** Also of a script that is asked for again under another address. */
export async function findCachedCard(card: string, request: Request | string): Promise<Response | undefined> {
  // Where nothing is cached, nothing is made by looking.
  return caches.match(request, { cacheName: cacheOf(card), ignoreSearch: true });
}
