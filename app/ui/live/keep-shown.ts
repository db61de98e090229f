import { isRouteErrorResponse, type DataStrategyResult, type UIMatch } from 'react-router';

type Results = Record<string, DataStrategyResult>;

let shown: { address: string; data: Map<string, unknown> } = { address: '', data: new Map() };

/** Notes what the page at `address` (path and query) shows now. */
export function noteShown(address: string, matches: UIMatch[]): void {
  shown = { address, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
}

/** Forms on the open page with something typed that is not saved. */
let unsavedForms = 0;

/** Notes a form with something typed that is not saved; gives back how to take the note away. */
export function noteUnsaved(): () => void {
  unsavedForms += 1;
  return () => void (unsavedForms -= 1);
}

/**
 * Keeps the open page as it is when loading its data again fails because the site or its database cannot be reached, or
 * while something unsaved is on it and the visitor's session has ended: an error page or the login screen in its place
 * would throw away what is being typed. The next revalidation tries again.
 */
export async function keepShown({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  const { pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || pathname + search !== shown.address) return results;
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      const isLost = result.type === 'error' && isToKeep(result.result) && shown.data.has(id);
      return [id, isLost ? { type: 'data', result: shown.data.get(id) } : result];
    }),
  );
}

/**
 * Nobody answered, or whoever did could not; or this visitor may not see the page any more, and has not saved what is
 * typed there. A page that is gone is another matter.
 */
function isToKeep(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return error instanceof Error;
  return error.status >= 500 || (unsavedForms > 0 && [401, 403].includes(error.status));
}
