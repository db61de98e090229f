import { DOOR, DOOR_LINK, parametersOf } from '../../addresses.ts';
import { askInTime, takeOver, type WorkerScope } from '../../ui/offline/worker.ts';
import { findStoredFile, findStoredPage, forgetList } from './door-store.ts';
import { isRefused } from './is-refused.ts';

declare const self: WorkerScope;

const PEOPLE = '/people';

/** Answers only a door's own page and the site's scripts and styles from the phone; everything else comes from the network. */
takeOver(self, (event, pathname) => {
  const { request } = event;
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

/** The newest page if there is a network, otherwise the stored one. */
async function openDoor(request: Request, door: string): Promise<Response> {
  const stored = await findStoredPage(door);
  if (!stored) return fetch(request);
  const answer = await askInTime(request);
  if (!answer) return stored;
  // The visitor has to sign in, or the link was stopped: from now on this phone shows no names.
  if (!answer.ok) await forgetList(door);
  return answer;
}

/** Sends a door's last request. The page may be gone before the answer comes, but this worker is not. */
async function askAtEnd(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => Response.error());
  if (await isRefused(answer)) await forgetList(path.slice(0, -PEOPLE.length));
  return answer;
}
