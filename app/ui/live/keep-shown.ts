import { isRouteErrorResponse, type DataStrategyResult, type UIMatch } from 'react-router';

type Results = Record<string, DataStrategyResult>;

interface Shown {
  address: string;
  /** What each route's loader gave, the frames' too. */
  data: Map<string, unknown>;
  /** Of the routes around the screen itself, such as the navigation and an area's tabs. */
  frames: Map<string, unknown>;
}

let shown: Shown = { address: '', data: new Map(), frames: new Map() };

/** Notes what the page at `address` (path and query) shows now. */
export function noteShown(address: string, matches: UIMatch[]): void {
  shown = { address, data: loaded(matches), frames: loaded(matches.slice(0, -1)) };
}

/** A route that could not be loaded has nothing to keep. */
function loaded(matches: UIMatch[]): Map<string, unknown> {
  const found = matches.filter(({ loaderData }) => loaderData !== undefined);
  return new Map(found.map(({ id, loaderData }) => [id, loaderData]));
}

/** Forms on the open page with something typed that is not saved. */
let unsavedForms = 0;

/** Notes a form with something typed that is not saved; gives back how to take the note away. */
export function noteUnsaved(): () => void {
  unsavedForms += 1;
  return () => (unsavedForms -= 1);
}

/**
 * Keeps the open page as it is when loading its data again fails because the site or its database cannot be reached, or
 * while something unsaved is on it and the visitor's session has ended: an error page or the login screen in its place
 * would throw away what is being typed. The next revalidation tries again. On the way to another page that cannot be
 * reached, what is around the screen stays, so that the error stands in the screen's place alone.
 */
export async function keepShown({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  if (request.method !== 'GET') return results;
  const { pathname, search } = new URL(request.url);
  const isSamePage = pathname + search === shown.address;
  const kept = isSamePage ? shown.data : shown.frames;
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      if (result.type !== 'error' || !kept.has(id)) return [id, result];
      const isToKeep = isUnreached(result.result) || (isSamePage && isUnsaved(result.result));
      return [id, isToKeep ? { type: 'data', result: kept.get(id) } : result];
    }),
  );
}

/** Nobody answered, or whoever did could not. A page that is gone is another matter. */
function isUnreached(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
}

/** This visitor may not see the page any more, and has not saved what is typed there. */
function isUnsaved(error: unknown): boolean {
  return isRouteErrorResponse(error) && unsavedForms > 0 && [401, 403].includes(error.status);
}
