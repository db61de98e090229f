import { TrieRouter } from 'hono/router/trie-router';
import { getPath, tryDecodeURIComponent } from 'hono/utils/url';
import { matchPath, matchRoutes } from 'react-router';
import { ADDRESSES, type Address } from '../addresses.ts';
import { detachedText } from './cache/own-copy.ts';
import { bySpecificity } from './route-table.ts';

interface FoundAddress extends Address {
  /** As in the route table, such as /events/:id; '/*' if no other row matches. */
  path: string;
  /** The parameters that its route gets. */
  params: Record<string, string>;
  /** True for the address of a screen's data. */
  isData: boolean;
  /** True if the path holds a secret, even if it goes on after that and leads nowhere. */
  holdsSecret: boolean;
}

interface Row extends Address {
  path: string;
}

const ROWS: Row[] = Object.entries(ADDRESSES).map(([path, address]) => ({ path, ...address }));

/** Addresses other than screens are matched first, by the server's own router. */
const OTHERS = new TrieRouter<Row>();
for (const row of ROWS.filter(({ isScreen }) => !isScreen).toSorted(bySpecificity)) OTHERS.add('ALL', row.path, row);

const SCREENS = ROWS.filter(({ isScreen }) => isScreen).map((row) => ({
  id: row.path,
  path: row.path,
  row,
  parts: row.path.slice(1).split('/'),
}));

/** Every path that ends with its secret: '/door/:token'. */
const SECRETS = new Set(
  ROWS.flatMap(({ path, secret = '' }) =>
    secret.startsWith(':') ? [path.slice(0, path.indexOf(secret) + secret.length)] : [],
  ),
);

/** An address that no router gets to see: it does not begin with a slash, or it cannot be decoded or read. */
const UNKNOWN_ADDRESS: FoundAddress = { path: '/*', kind: 'unknown', params: {}, isData: false, holdsSecret: false };

const SITE = 'http://localhost';
const TAB_OR_LINE_BREAK = /[\t\n\r]/;
/** What an absolute URL begins with, as a proxy gets it. RFC 9112 requires every server to accept it. */
export const ORIGIN_PREFIX = /^https?:\/\/[^/?#]*/i;
const DATA = '.data';

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;
const known = new Map<string, FoundAddress>();

/**
 * Finds the row of an address with the routers themselves, so that another spelling gets round no limit. `url` is as it was
 * sent: an absolute URL, or one that begins with its path.
 */
export function findAddress(url: string): FoundAddress {
  const [path = ''] = url.replace(ORIGIN_PREFIX, '').split(/[?#]/, 1);
  const before = known.get(path);
  if (before) return before;
  if (path.length > LONGEST_REMEMBERED) return resolveAddress(path);
  const own = detachedText(path);
  const found = resolveAddress(own);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(own, found);
  return found;
}

function resolveAddress(path: string): FoundAddress {
  if (!canBeRead(path)) return UNKNOWN_ADDRESS;
  const { pathname, href } = new URL(SITE + path);
  const other = findOther(getPath(new Request(href)));
  const page = pageOf(pathname);
  const parts = page.slice(1).split('/').map(tryDecodeURIComponent);
  const found = other ?? findScreen(page, parts);
  if (!found) return UNKNOWN_ADDRESS;
  const { row, params } = found;
  return { ...row, params, isData: !other && pathname.endsWith(DATA), holdsSecret: beginsWithSecret(parts) };
}

/**
 * The router logs what it cannot decode, with the whole address. What it has decoded, it reads as an address once more,
 * without tabs and line breaks, and fails if what is left is not an address.
 */
export function canBeRead(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return path.startsWith('/') && decoded !== '' && (!TAB_OR_LINE_BREAK.test(decoded) || URL.canParse(decoded, SITE));
  } catch {
    return false;
  }
}

interface RouteMatch {
  row: Row;
  params: Record<string, string>;
}

function findOther(path: string): RouteMatch | undefined {
  const [[found] = []] = OTHERS.match('GET', path);
  if (!found) return undefined;
  const params = Object.entries(found[1]).map(([name, value]) => [name, tryDecodeURIComponent(String(value))]);
  return { row: found[0], params: Object.fromEntries(params) };
}

/** The path of the screen, for its own address and for that of its data, as the router reads it. */
function pageOf(pathname: string): string {
  return pathname.endsWith(`/_${DATA}`) ? pathname.slice(0, -`_${DATA}`.length) : pathname.replace(/\.data$/, '');
}

/** The router tries every route that it is given, for each address anew, so it gets only those that may match. */
function findScreen(page: string, parts: string[]): RouteMatch | undefined {
  const asked = parts.map((part) => part.toLowerCase());
  const candidates = SCREENS.filter((screen) =>
    screen.parts.every((part, at) => /^[:*]/.test(part) || part === (asked[at] ?? '')),
  );
  const match = matchRoutes(candidates, page)?.at(0);
  if (!match) return undefined;
  const params = Object.entries(match.params).map(([name, value = '']) => [name, value]);
  return { row: match.route.row, params: Object.fromEntries(params) };
}

/** Slashes before and after the secret make no difference. */
function beginsWithSecret(parts: string[]): boolean {
  const path = `/${parts.filter((part) => part !== '').join('/')}`;
  return [...SECRETS].some((begin) => matchPath({ path: begin, end: false }, path));
}

export function isCached(url: string): boolean {
  return findAddress(url).isCached === true && !isSecret(url);
}

/** True if the address alone is enough to get what it leads to. */
export function isSecret(url: string): boolean {
  const { holdsSecret, secret = '' } = findAddress(url);
  return holdsSecret || (secret.startsWith('?') && new URLSearchParams(queryOf(url)).has(secret.slice(1)));
}

function queryOf(url: string): string | undefined {
  return url.split('#', 1)[0]?.split('?').slice(1).join('?');
}

/** The token in one of these addresses, or in one below it; undefined for any other. */
export function tokenAt(url: string, ...addresses: string[]): string | undefined {
  const { path, params } = findAddress(url);
  return addresses.some((one) => path === one || path.startsWith(`${one}/`)) ? params['token'] : undefined;
}
