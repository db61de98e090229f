import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useMatches, type UIMatch } from 'react-router';
import { background, type Results } from './background-work.ts';
import { cancelPrefetch } from './prefetch.ts';
import { isAnythingUnsaved } from './unsaved-forms.ts';

interface ShownPage {
  address: string;
  data: Map<string, unknown>;
  /** The data of the routes around the screen, such as the navigation and an area's tabs. */
  frames: Map<string, unknown>;
}

let shown: ShownPage = { address: '', data: new Map(), frames: new Map() };

export function noteShown(address: string, matches: UIMatch[]): void {
  shown = { address, data: loaderDataOf(matches), frames: loaderDataOf(matches.slice(0, -1)) };
}

/** Notes what each page shows, from the first one on: the network may go before anything else is loaded. */
export function useShown(): void {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => noteShown(pathname + search, matches), [pathname, search, matches]);
}

function loaderDataOf(matches: UIMatch[]): Map<string, unknown> {
  const found = matches.filter(({ loaderData }) => loaderData !== undefined);
  return new Map(found.map(({ id, loaderData }) => [id, loaderData]));
}

/**
 * Keeps the open page when the site cannot be reached, or when the session has ended while there are unsaved changes:
 * an error page or the login screen would throw away what is typed. On the way to a page that cannot be reached, the
 * frames stay.
 */
export async function rememberShown({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  // Data prefetched meanwhile may be from before the change.
  if (request.method !== 'GET') return next().finally(() => background.forgetPrefetched());
  const { pathname, search } = new URL(request.url);
  const page = pathname + search;
  // A live update of the open page does not cancel the prefetch of a link that somebody is pointing at.
  if (page !== shown.address) cancelPrefetch();
  const results = (page !== shown.address && (await background.takePrefetched(page))) || (await next());
  // Another page may be shown by now.
  const isSamePage = page === shown.address;
  const known = isSamePage ? shown.data : shown.frames;
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      if (result.type !== 'error' || !known.has(id)) return [id, result];
      const staysOpen = isUnreached(result.result) || (isSamePage && isUnsaved(result.result));
      return [id, staysOpen ? { type: 'data', result: known.get(id) } : result];
    }),
  );
}

/** There was no answer, or a server failure. A page that is gone is another matter. */
function isUnreached(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
}

function isUnsaved(error: unknown): boolean {
  return isRouteErrorResponse(error) && isAnythingUnsaved() && [401, 403].includes(error.status);
}
