import type { CachePolicy } from '../context.server.ts';
import { findAddress } from '../find-address.ts';

export interface CanonicalRequest {
  path: string;
  route: string;
  url: string;
}

export interface Addresses {
  /** undefined if no route answers, or only the one for unknown paths. */
  read: (url: string) => CanonicalRequest | undefined;
  settle: (asked: CanonicalRequest, query: CachePolicy['query']) => string;
}

/** The router uses it to ask for the data of only some routes, but also accepts the data of all. */
const ROUTER_QUERY = '_routes';
const SITE = 'http://localhost';

export function createAddresses(): Addresses {
  const known = new Map<string, string[]>();

  function counting(route: string, given: URLSearchParams): string[] {
    return known.get(route) ?? [...new Set(given.keys())].filter((name) => name !== ROUTER_QUERY);
  }

  return {
    read(url) {
      const { path: route, params, isData } = findAddress(url);
      if (route.includes('*')) return undefined;
      const path = `${spell(route, params)}${isData ? '.data' : ''}`;
      const given = new URL(SITE + url).searchParams;
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

/** The same address, however the request spelt it. */
function spell(route: string, params: Record<string, string>): string {
  return route.replace(/:(\w+)(?:\{[^}]*\})?/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}
