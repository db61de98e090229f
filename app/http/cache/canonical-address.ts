import type { CachePolicy } from '../context.server.ts';
import { bySpecificity, type TableRoute } from '../route-table.ts';

export interface CanonicalRequest {
  path: string;
  route: string;
  url: string;
}

export interface Addresses {
  /** undefined for what no route answers, or only a route that answers anything. */
  read: (url: string) => CanonicalRequest | undefined;
  settle: (asked: CanonicalRequest, query: CachePolicy['query']) => string;
}

/** Set by the router on its own requests for data: it asks for less, and takes the whole as well. */
const ROUTER_QUERY = '_routes';
const DATA = '.data';
const SLASH_OF_DATA = '/_.data';
const SITE = 'http://localhost';

export function createAddresses(table: Pick<TableRoute, 'kind' | 'path'>[]): Addresses {
  const routes = table
    .filter(({ path }) => !path.includes('*'))
    .toSorted(bySpecificity)
    .map(speller);
  const known = new Map<string, string[]>();

  function counting(route: string, given: URLSearchParams): string[] {
    return known.get(route) ?? [...new Set(given.keys())].filter((name) => name !== ROUTER_QUERY);
  }

  return {
    read(url) {
      const { pathname, searchParams: given } = new URL(SITE + url);
      const parts = partsOf(pathname);
      if (!parts) return undefined;
      for (const { route, spell } of routes) {
        const path = spell(parts);
        if (path === undefined) continue;
        const query = counting(route, given).flatMap((name) => given.getAll(name).map((one) => [name, one]));
        return { path, route, url: addressOf(path, query) };
      }
      return undefined;
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

function partsOf(path: string): string[] | undefined {
  if (path.endsWith(SLASH_OF_DATA)) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const PART = /(?:\{[^}]*\}|[^/])+/g;

interface Speller {
  route: string;
  spell: (parts: string[]) => string | undefined;
}

/** Screens are found in capital letters and with slashes at the end too, and give their data. */
function speller({ kind, path }: Pick<TableRoute, 'kind' | 'path'>): Speller {
  const own = (path.slice(1).match(PART) ?? ['']).map(partSpeller);
  const isScreen = kind === 'screen';
  return {
    route: path,
    spell(given) {
      const parts = isScreen ? withoutEnd(given) : given;
      if (parts.length !== own.length) return undefined;
      const isData = isScreen && parts.at(-1)?.endsWith(DATA) === true;
      const asked = isData ? parts.with(-1, parts.at(-1)?.slice(0, -DATA.length) ?? '') : parts;
      const spelt = own.map((one, at) => one(asked[at] ?? '', isScreen));
      return spelt.includes(undefined) ? undefined : `/${spelt.join('/')}${isData ? DATA : ''}`;
    },
  };
}

function withoutEnd(parts: string[]): string[] {
  const last = parts.findLastIndex((part) => part !== '');
  return parts.slice(0, Math.max(1, last + 1));
}

function partSpeller(own: string): (part: string, isScreen: boolean) => string | undefined {
  if (!own.startsWith(':')) {
    return (part, isScreen) => ((isScreen ? part.toLowerCase() : part) === own ? own : undefined);
  }
  const pattern = new RegExp(`^(?:${/\{(.+)\}$/.exec(own)?.[1] ?? '.+'})$`, 's');
  return (part) => (pattern.test(part) ? encodeURIComponent(part) : undefined);
}
