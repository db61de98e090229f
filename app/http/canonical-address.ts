import type { Kept } from './context.server.ts';
import { bySpecificity, patternOf, type TableRoute } from './route-table.ts';

/** What is asked for, where its path is spelt as this site spells it. */
export interface Asked {
  path: string;
  /** The route that answers it, as in the table of routes. */
  route: string;
  /** The path and the query parameters that count, in order: as far as the address goes, what is asked for is the same. */
  url: string;
}

/** The addresses under which answers are kept: one for each answer, however it was asked for. */
export interface Addresses {
  /** undefined for a path that has another spelling, and for one that nobody answers. */
  read: (url: string) => Asked | undefined;
  /** Notes which query parameters change the answers of a route, and gives back the one address of this answer. */
  settle: (asked: Asked, query: Kept['query']) => string;
}

/** Set by the router on its own requests for data: it asks for less, and takes the whole as well. */
const ROUTER_QUERY = '_routes';

export function createAddresses(table: Pick<TableRoute, 'kind' | 'path'>[]): Addresses {
  const routes = table
    .filter(({ path }) => !path.includes('*'))
    .map(strict)
    .toSorted(bySpecificity);
  const known = new Map<string, string[]>();

  /** Before the first answer of its route nothing is known, and every parameter counts. */
  function counting(route: string, given: URLSearchParams): string[] {
    return known.get(route) ?? [...new Set(given.keys())].filter((name) => name !== ROUTER_QUERY);
  }

  return {
    read(url) {
      if (url.includes('#')) return undefined;
      const end = url.indexOf('?');
      const path = end < 0 ? url : url.slice(0, end);
      const route = isSettled(path) && routes.find(({ pattern }) => pattern.test(path))?.path;
      if (!route) return undefined;
      if (end < 0) return { path, route, url };
      const given = new URLSearchParams(url.slice(end));
      const query = counting(route, given).flatMap((name) => given.getAll(name).map((one) => [name, one]));
      return { path, route, url: addressOf(path, query) };
    },
    settle({ path, route }, query = {}) {
      known.set(route, Object.keys(query));
      const said = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
      return addressOf(path, said);
    },
  };
}

function addressOf(path: string, query: string[][]): string {
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

/** What the router reads as a slash at the end. */
const SLASH_OF_DATA = '/_.data';

/** True where each part of a path is escaped as far as needed, and no further. */
function isSettled(path: string): boolean {
  if (path.endsWith(SLASH_OF_DATA)) return false;
  try {
    return path.split('/').every((part) => encodeURIComponent(decodeURIComponent(part)) === part);
  } catch {
    return false;
  }
}

/** A route's pattern as it is spelt, where routers take capital letters and slashes at the end as well. */
function strict({ kind, path }: Pick<TableRoute, 'kind' | 'path'>) {
  return { path, pattern: new RegExp(`^${patternOf(path)}${kind === 'screen' ? '(?:\\.data)?' : ''}$`) };
}
