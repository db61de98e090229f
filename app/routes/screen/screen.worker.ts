import { askInTime, later, takeOver, type WorkerEvent, type WorkerScope } from '../../ui/offline/worker.ts';
import { findCachedScreen, SCREEN } from './find-cached-screen.ts';

declare const self: WorkerScope;

const FILE = /^\/(?:assets|files|images)\/|\/poster\.svg$/;
const PAUSE_MS = 30_000;

/**
 * Without a network, the screen's page, files and pictures come from the cache; everything else always comes from the network.
 * cache-screen.ts decides what is cached.
 */
takeOver(self, (event, pathname) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    if (pathname === SCREEN) event.respondWith(openScreen(request));
  } else if (FILE.test(pathname)) event.respondWith(findFile(event));
});

/** The newest page if there is a network, otherwise the cached one. */
async function openScreen(request: Request): Promise<Response> {
  const cached = await findCachedScreen(SCREEN);
  return cached ? ((await askInTime(request)) ?? cached) : fetch(request);
}

async function findFile(event: WorkerEvent): Promise<Response> {
  const { request, clientId } = event;
  const cached = await findCachedScreen(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.status === 404 && request.destination === 'script') event.waitUntil(openAgain(clientId));
  return answer;
}

/** Loads the page again if the site no longer has one of its scripts, because nobody is there to do so. */
async function openAgain(clientId: string): Promise<void> {
  await later(PAUSE_MS);
  const page = await self.clients.get(clientId);
  await page?.navigate(page.url);
}
