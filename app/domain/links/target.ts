import { ADDRESSES, SHORT_LINK } from '../../addresses.ts';

const HERE = 'https://club.invalid';
const [, GO = ''] = SHORT_LINK.split('/');

/** Path prefixes that a secret follows; alone, such a path may be a page for everyone, as /subscribe is. */
const SECRET_PARTS = new Set(
  Object.entries(ADDRESSES).flatMap(([path, { secret }]) =>
    secret?.startsWith(':') ? [partsOf(path.slice(0, path.indexOf(secret))).join('/')] : [],
  ),
);
const SECRET_QUERIES = new Set(
  Object.values(ADDRESSES).flatMap(({ secret }) => (secret?.startsWith('?') ? [secret.slice(1)] : [])),
);

/** The path of an address on this site, whether given as a path or as the whole address; undefined for another site. */
export function ownPath(url: string, publicUrl: string): string | undefined {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url) || hostOf(url) !== hostOf(publicUrl)) return undefined;
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** A host name that ends with a dot is the same host. */
function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/\.$/, '')}:${port}`;
}

/** Anyone who has an address with a secret can use what it leads to. It is found however the address is spelt. */
export function holdsSecret(path: string): boolean {
  const { pathname, searchParams } = new URL(path, HERE);
  const parts = partsOf(pathname);
  if (parts.some((_part, at) => at > 0 && SECRET_PARTS.has(parts.slice(0, at).join('/')))) return true;
  return [...searchParams.keys()].some((name) => SECRET_QUERIES.has(name));
}

/** The slug of the short link that a path of this site leads to, however it is spelt; null if it leads to none. */
export function shortLinkAt(path: string): string | null {
  const [first, slug] = partsOf(new URL(path, HERE).pathname.replace(/\.data$/, ''));
  return first === GO && slug !== undefined ? slug : null;
}

/** Splits a path as the routers do, whatever the case and however many slashes. */
function partsOf(pathname: string): string[] {
  return decoded(pathname).toLowerCase().split('/').filter(Boolean);
}

/** Decodes ASCII only, which is all that our own addresses have, so that nothing unreadable in the path matters. */
function decoded(pathname: string): string {
  return pathname.replace(/%[0-7][\da-f]/gi, (hex) => String.fromCodePoint(Number.parseInt(hex.slice(1), 16)));
}

/** The address for an answer's header, which takes only ASCII. */
export function asLocationHeader(url: string): string {
  if (!url.startsWith('/')) return new URL(url).href;
  const { pathname, search, hash } = new URL(url, HERE);
  return pathname + search + hash;
}

/**
 * True for an https address of another site, or a path of this one, that no browser reads differently from how it
 * looks.
 */
export function isTarget(url: string): boolean {
  if (/[\p{Cc}\\]/u.test(url)) return false;
  if (url.startsWith('/')) {
    if (!URL.canParse(url, HERE)) return false;
    const { origin, pathname } = new URL(url, HERE);
    return origin === HERE && !pathname.startsWith('//');
  }
  return /^https:\/\/[^/]/i.test(url) && URL.canParse(url);
}

export function hasCredentials(url: string): boolean {
  if (!/^https:/i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}
