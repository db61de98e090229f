import { isRouteErrorResponse, type DataStrategyResult, type UIMatch } from 'react-router';

type Results = Record<string, DataStrategyResult>;

let shown: { address: string; data: Map<string, unknown> } = { address: '', data: new Map() };

/** Notes what the page at `address` (path and query) shows now. */
export function noteShown(address: string, matches: UIMatch[]): void {
  shown = { address, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
}

/**
 * Keeps the open page as it is when loading its data again fails because the site or its database cannot be reached:
 * an error page in its place would throw away what is being typed. The next revalidation tries again.
 */
export async function keepShown({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  const { pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || pathname + search !== shown.address) return results;
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      const isLost = result.type === 'error' && isOutage(result.result) && shown.data.has(id);
      return [id, isLost ? { type: 'data', result: shown.data.get(id) } : result];
    }),
  );
}

/** Nobody answered, or whoever did could not: a page that is gone, or closed to this visitor, is another matter. */
function isOutage(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
}
