import { startChildServer } from './child-server.ts';
import type { Target } from './site.ts';

/** Starts a bare node:http server that keeps the answers of `site`, whose pages have no scripts there. */
export function startTwin(site: Target): Promise<Target & AsyncDisposable> {
  return startChildServer('twin-server.ts', site.url);
}
