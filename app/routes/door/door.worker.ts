import { DOOR, DOOR_LINK, parametersOf } from '../../addresses.ts';
import { askInTime, takeOver, type WorkerScope } from '../../ui/offline/worker.ts';
import { findStoredFile, findStoredPage, forgetList } from './door-store.ts';
import { isRefused } from './refusal.ts';

declare const self: WorkerScope;

takeOver(self);

const PEOPLE = '/people';

/** Only a door's own page and the site's scripts and styles are answered from the phone; everything else is the network's. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && isDoor(pathname)) event.respondWith(openDoor(request, pathname));
  else if (request.keepalive && pathname.endsWith(PEOPLE)) event.respondWith(askAtEnd(request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(findFile(request));
});

function isDoor(path: string): boolean {
  return [DOOR, DOOR_LINK].some((address) => parametersOf(address, path));
}

async function findFile(request: Request): Promise<Response> {
  return (await findStoredFile(request)) ?? fetch(request);
}

/** The newest page while there is a network, else the one that is stored. */
async function openDoor(request: Request, door: string): Promise<Response> {
  const stored = await findStoredPage(door);
  if (!stored) return fetch(request);
  const answer = await askInTime(request);
  if (!answer) return stored;
  // Sent away to sign in, or the link was stopped: from now on this phone says nobody's name.
  if (!answer.ok) await forgetList(door);
  return answer;
}

/** The last request of a door that is left: its page may be gone before the answer comes, and this worker is not. */
async function askAtEnd(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => Response.error());
  if (await isRefused(answer)) await forgetList(path.slice(0, -PEOPLE.length));
  return answer;
}
