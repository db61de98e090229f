import { askInTime, later, takeOver, type WorkerEvent, type WorkerScope } from '../../ui/offline/worker.ts';
import { findCachedScreen, SCREEN } from './screen-cache.ts';

declare const self: WorkerScope;

const FILE = /^\/(?:assets|files|images)\/|\/poster\.svg$/;
const PAUSE_MS = 30_000;

takeOver(self);

/**
 * The screen's page, its files and pictures are there without a network; everything else is the network's. What is
 * cached is decided in cache-screen.ts.
 */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === SCREEN) event.respondWith(openScreen(request));
  } else if (FILE.test(pathname)) event.respondWith(findFile(event));
});

/** The newest page while there is a network, else the one that is cached. */
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

/** A script that the site has no more leaves the page without life: nobody is there to load it again. */
async function openAgain(clientId: string): Promise<void> {
  await later(PAUSE_MS);
  const page = await self.clients.get(clientId);
  await page?.navigate(page.url);
}
