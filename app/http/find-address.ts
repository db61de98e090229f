import { ADDRESSES, patternOf, type Address } from '../addresses.ts';
import { detachedText } from './cache/own-copy.ts';
import { bySpecificity } from './route-table.ts';

interface FoundAddress extends Address {
  /** As in the table, such as /events/:id; '/*' for what no other address knows. */
  path: string;
  /** A screen's data. */
  isData: boolean;
}

const TABLE = Object.entries(ADDRESSES)
  .map(([path, address]) => ({
    ...{ path, isScreen: address.isScreen, pattern: new RegExp(`^${patternOf(path)}/?$`, 'i') },
    itself: { path, ...address, isData: false } satisfies FoundAddress,
    data: { path, ...address, isData: true } satisfies FoundAddress,
  }))
  .toSorted(bySpecificity);

/** What does not even begin with a slash. */
const NOWHERE: FoundAddress = { path: '/*', kind: 'unknown', isData: false };

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;
const known = new Map<string, FoundAddress>();

/** The row of a path, or of an address with its query, however it is spelt. */
export function findAddress(url: string): FoundAddress {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const before = known.get(path);
  if (before) return before;
  const found = look(path.replaceAll(/\/{2,}/g, '/'));
  if (known.size >= MOST_REMEMBERED) known.clear();
  if (path.length <= LONGEST_REMEMBERED) known.set(detachedText(path), found);
  return found;
}

function look(path: string): FoundAddress {
  const isData = path.endsWith('.data');
  const page = isData ? path.slice(0, -'.data'.length).replace(/^\/_root$/, '/') : path;
  const row = TABLE.find(({ isScreen, pattern }) => pattern.test(isScreen ? page : path));
  if (!row) return NOWHERE;
  return isData && row.isScreen ? row.data : row.itself;
}

export function isCached(url: string): boolean {
  const { isCached: mayBe = false, secret = '' } = findAddress(url);
  return mayBe && !(secret.startsWith('?') && new URLSearchParams(url.split('?')[1]).has(secret.slice(1)));
}

const SECRETS = Object.entries(ADDRESSES).flatMap(([path, { secret }]) =>
  secret ? [{ path, secret, begin: beginOf(path, secret) }] : [],
);

/** Wherever it goes on after the secret; more slashes, capital letters and a screen's data make it no other secret. */
function beginOf(path: string, secret: string): RegExp {
  const isQuery = secret.startsWith('?');
  const [open = ''] = path.split(isQuery ? /[:*]/ : secret);
  // What stands right below the root is one part, and not everything.
  if (isQuery && open === '/') return /^\/+[^/]*\/*$/;
  const loose = `^${open.replaceAll('/', '/+')}`;
  return new RegExp(isQuery ? loose : `${loose}([^/]*?)(?:\\.data)?(?:/|$)`, 'i');
}

/** Whether anyone who has this address has what it leads to. */
export function isSecret(path: string, hasQuery: (name: string) => boolean): boolean {
  return SECRETS.some(({ secret, begin }) => (secret.startsWith(':') || hasQuery(secret.slice(1))) && begin.test(path));
}

/** What stands in the place of the secret of `address`, a path of the table; undefined where this is another. */
export function secretIn(path: string, address: string): string | undefined {
  return SECRETS.find((one) => one.path === address)?.begin.exec(path)?.[1];
}
