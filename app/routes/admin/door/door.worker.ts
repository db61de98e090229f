import { findKeptFile, findKeptPage, forgetList } from './door-store.ts';

interface WorkerEvent {
  request: Request;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
}

/** What this uses of a service worker; the project's types are those of pages. */
declare const self: {
  addEventListener: (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
};

/** A network that has not begun to answer by then is taken for none. */
const PATIENCE_MS = 4000;
const DOOR = /^\/(?:door\/[^/]+|admin\/events\/[^/]+\/door)$/;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Only a door's own page and the site's scripts and styles are answered from the phone; everything else is the network's. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && DOOR.test(pathname)) event.respondWith(openDoor(request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(findFile(request));
});

async function findFile(request: Request): Promise<Response> {
  return (await findKeptFile(request)) ?? fetch(request);
}

/** The newest page while there is a network, else the one that is kept. */
async function openDoor(request: Request, door: string): Promise<Response> {
  const kept = await findKeptPage(door);
  if (!kept) return fetch(request);
  const answer = await Promise.race([fetch(request).catch(() => undefined), later(PATIENCE_MS)]);
  if (!answer || answer.status >= 500) return kept;
  // Sent away to sign in, or the link was stopped: from now on this phone says nobody's name.
  if (!answer.ok) await forgetList(door);
  return answer;
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, milliseconds, undefined));
}
