export const SCREEN = '/screen';
/** What the screen shows without a network. */
export const CACHE = 'clubroom-screen';

/** Finds a script too if it is asked for with another ?query. */
export async function findCachedScreen(request: Request | string): Promise<Response | undefined> {
  const isScript = typeof request !== 'string' && new URL(request.url).pathname.startsWith('/assets/');
  return (await caches.open(CACHE)).match(request, { ignoreSearch: isScript });
}
