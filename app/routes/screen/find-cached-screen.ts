export const SCREEN = '/screen';
/** The name of the cache that the screen uses without a network. */
export const CACHE = 'clubroom-screen';

/** Also finds a script that is requested with another ?query. */
export async function findCachedScreen(request: Request | string): Promise<Response | undefined> {
  const isScript = typeof request !== 'string' && new URL(request.url).pathname.startsWith('/assets/');
  return (await caches.open(CACHE)).match(request, { ignoreSearch: isScript });
}
