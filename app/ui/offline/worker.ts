export interface WorkerEvent {
  request: Request;
  /** The id of the page that sent the request. */
  clientId: string;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
}

/** The part of a service worker's scope that this site uses; the project's types are those of pages. */
export interface WorkerScope {
  addEventListener: (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<{ url: string; navigate: (url: string) => Promise<unknown> } | undefined>;
  };
  location: Location;
}

/** If the network has not begun to answer by then, it counts as gone. */
const PATIENCE_MS = 4000;

export function later(milliseconds: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, milliseconds, undefined));
}

/** These answers ask a crowded network to wait, and say nothing about the page. */
const COME_BACK_LATER = [408, 425, 429];

/** undefined if the network, or the site behind it, does not answer in time, or says to come back later. */
export async function askInTime(request: Request): Promise<Response | undefined> {
  const answer = await Promise.race([fetch(request).catch(() => undefined), later(PATIENCE_MS)]);
  return answer && answer.status < 500 && !COME_BACK_LATER.includes(answer.status) ? answer : undefined;
}

/** Takes over at once, even from an earlier version. `onRead` may answer what is read from this site. */
export function takeOver(scope: WorkerScope, onRead: (event: WorkerEvent, pathname: string) => void): void {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
  scope.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method === 'GET' && origin === scope.location.origin) onRead(event, pathname);
  });
}
