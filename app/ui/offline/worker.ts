export interface WorkerEvent {
  request: Request;
  /** The page that asks. */
  clientId: string;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
}

/** What this site uses of a service worker; the project's types are those of pages. */
export interface WorkerScope {
  addEventListener: (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<{ url: string; navigate: (url: string) => Promise<unknown> } | undefined>;
  };
  location: Location;
}

/** A network that has not begun to answer by then is taken for none. */
const PATIENCE_MS = 4000;

export function later(milliseconds: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, milliseconds, undefined));
}

/** undefined where the network, or the site behind it, does not answer in time. */
export async function askInTime(request: Request): Promise<Response | undefined> {
  const answer = await Promise.race([fetch(request).catch(() => undefined), later(PATIENCE_MS)]);
  return answer && answer.status < 500 ? answer : undefined;
}

/** Takes over at once, from an earlier version too. */
export function takeOver(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
}
