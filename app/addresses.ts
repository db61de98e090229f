import { ADMIN_SCREENS } from './admin-screens.ts';

/** What the log and the metrics call it. */
export type Kind = 'page' | 'data' | 'admin' | 'sign-in' | 'api' | 'file' | 'asset' | 'live' | 'program' | 'unknown';

export interface Address {
  kind: Kind;
  /** A screen of routes.ts: it is also found in capital letters and with more slashes, and has an address for its data. */
  isScreen?: true;
  /** The same for everybody without a session, so the page cache answers as far as a loader lets it. */
  isCached?: true;
  /**
   * A part of the path or a query (`?name`) that alone gives access. Such an answer is stored nowhere, is kept out of search
   * engines, and no other site learns the address.
   */
  secret?: `:${string}` | `?${string}`;
  /** The archive has a copy if one of its pages names it; the pages themselves are listed. */
  isArchived?: true;
  /** Anyone who is not signed in gets 401, whatever else is wrong with the request. */
  isForOfficers?: true;
  /** Data, a file or a change, although it is in routes.ts: a refusal is an answer, not a page. */
  isResource?: true;
  /** Mail programs send to it, and any site may, because its secret alone decides what happens. */
  isSentFromAnywhere?: true;
  /** Takes uploads, which are not held in memory. */
  takesFiles?: true;
  /** Takes a whole file of another program, which is larger than what a dialog sends. */
  takesWholeFile?: true;
  /** A service worker, which works only at the door or the screen whose page registers it. */
  isServiceWorker?: true;
  /** The screen scans codes. */
  hasCamera?: true;
}

/** Keeps an address with a secret from other sites, and its answer from being stored. */
export const SECRET_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** The two addresses of the door: for officers, and for helpers who have a link. */
export const DOOR = '/admin/events/:id/door';
export const DOOR_LINK = '/door/:token';
export const SIGN_UP_LINK = '/sign-ups/:token';
/** Anyone who opens a sign-up is asked there whether they still come. */
export const ASKED_LINK = '/still-coming/:token';
export const CARD_LINK = '/members/:token';
export const MEMBERSHIP = '/membership';
export const SUBSCRIBE = '/subscribe';
export const CONFIRM_LINK = '/subscribe/:token';
export const STOP_LINK = '/unsubscribe/:token';
export const SHORT_LINK = '/go/:slug';
export const TEST_MAIL = '/admin/test-mail';

const page: Address = { kind: 'page', isScreen: true, isCached: true };
const publishable: Address = { ...page, secret: '?preview' };
const link: Address = { kind: 'page', isScreen: true, secret: ':token' };
const signIn: Address = { kind: 'sign-in', isScreen: true };
const admin: Address = { kind: 'admin', isScreen: true, isForOfficers: true };
const resource: Address = { ...admin, isResource: true };
const wholeFile: Address = { ...resource, takesWholeFile: true };
const adminData: Address = { kind: 'admin', isForOfficers: true };
const api: Address = { kind: 'api', isCached: true };
const sent: Address = { kind: 'api' };
const upload: Address = { kind: 'api', takesFiles: true };
const entries: Address = { kind: 'api', isForOfficers: true };
const program: Address = { kind: 'program', isCached: true };
const drawn: Address = { ...program, isArchived: true };
const asset: Address = { kind: 'asset', isArchived: true };
const file: Address = { kind: 'file' };

/**
 * Every address of the site, including those for programs, with all that is particular about it (test/addresses.test.ts walks
 * them). `:name` stands for a part of the path, `:name{pattern}` for a matching one, `*` for whatever follows.
 */
export const ADDRESSES: Record<string, Address> = {
  '/': page,
  '/home': page,
  '/team': page,
  '/contact': page,
  '/signup': page,
  '/join': page,
  '/guide': page,
  '/links': page,
  '/services': page,
  '/dsc': page,
  '/apply': page,
  '/merch': page,
  '/sponsors': page,
  '/accessibility': page,
  '/screen': page,
  '/past-events': page,
  [SHORT_LINK]: { kind: 'program', isScreen: true, isCached: true, isResource: true },
  '/events': page,
  '/events/:id': publishable,
  '/events/:id/draw': publishable,
  '/events/*': publishable,
  [SIGN_UP_LINK]: link,
  [ASKED_LINK]: link,
  [CARD_LINK]: link,
  [MEMBERSHIP]: page,
  [SUBSCRIBE]: page,
  [CONFIRM_LINK]: link,
  [STOP_LINK]: { ...link, isSentFromAnywhere: true },
  [DOOR_LINK]: { ...link, hasCamera: true },
  '/door/:token/people': { kind: 'program', secret: ':token' },
  '/:slug': publishable,
  // With too many slashes the page is not found, but the secret in the address is the same.
  '/*': { kind: 'unknown', isScreen: true, isCached: true, secret: '?preview' },

  '/auth': signIn,
  '/auth/login': signIn,
  '/auth/logout': signIn,
  '/auth/start': signIn,
  '/auth/callback': signIn,
  '/auth/*': signIn,
  '/idp/*': { kind: 'sign-in' },

  '/admin': admin,
  ...Object.fromEntries(Object.keys(ADMIN_SCREENS).map((name) => [`/admin/${name}`, admin])),
  [TEST_MAIL]: resource,
  '/admin/poster.svg': adminData,
  '/admin/import-events': wholeFile,
  '/admin/import-events/preview': wholeFile,
  '/admin/events/:id': admin,
  '/admin/events/:id/announce': admin,
  '/admin/events/:key/announce/:file': adminData,
  [DOOR]: { ...admin, hasCamera: true },
  '/admin/events/:id/door/people': adminData,
  '/admin/events/:id/door/links': adminData,
  '/admin/events/:id/door/membership': adminData,
  '/admin/events/:id/edit': resource,
  '/admin/events/:id/cancellation': resource,
  '/admin/events/:id/retrospective': resource,
  '/admin/events/:id/short-link': resource,
  '/admin/events/:id/proposal': resource,
  '/admin/events/:id/announcements/:key': resource,
  '/admin/events/:id/sign-ups': resource,
  '/admin/events/:id/sign-ups/:key': resource,
  '/admin/events/:id/sign-ups/:key/place': resource,
  '/admin/events/:id/sign-ups/:key/check-in': resource,
  '/admin/events/:id/sign-ups/:key/link': resource,
  '/admin/events/:id/payments': admin,
  '/admin/events/:id/payments/marks': resource,
  '/admin/events/:id/payments/refunds': resource,
  '/admin/events/:id/payments/matches': resource,
  '/admin/events/:id/payments/payments.csv': resource,
  '/admin/events/:id/messages': resource,
  '/admin/events/:id/messages/test': resource,
  '/admin/responses-to-remove': resource,
  '/admin/events/:id/responses.csv': resource,
  '/admin/pages/preview': resource,
  '/admin/links/:key/visits': resource,
  '/admin/notice': resource,
  '/admin/texts/:path': resource,
  '/admin/submissions/:form/:key/done': resource,
  '/admin/submissions/:form/submissions.csv': resource,
  '/admin/personal-data/file': admin,
  '/admin/members/payments': resource,
  '/admin/members/card': resource,
  '/admin/members/import': resource,
  '/admin/members/import/preview': resource,
  '/admin/members/members.csv': resource,
  '/admin/digest/subscribers.csv': resource,
  '/admin/handover/items': resource,
  '/admin/handover/terms': resource,
  '/admin/handover/:step': admin,
  '/admin/dates/drills': resource,
  '/admin/year/year.csv': resource,
  '/admin/archive/progress': adminData,
  '/admin/archive/archive.zip': adminData,
  '/admin/archive/*': adminData,
  '/admin/*': admin,

  '/api/events': api,
  '/api/events/:key': api,
  '/api/events/:key/places': api,
  '/api/execs': api,
  '/api/food': api,
  '/api/dsc': api,
  '/api/files': api,
  '/api/forms/:formId': api,
  '/api/entries/:formId': entries,
  '/api/entries/*': entries,
  '/api/attest/challenge': sent,
  '/api/attest/token': sent,
  '/api/uploads/:guid': upload,
  '/api/uploads/*': upload,
  '/api/*': api,
  '/forms/d/e/:formId/formResponse': sent,
  '/forms/d/:formId/formResponse': sent,

  '/events.ics': drawn,
  '/events/:file{[^/]+\\.ics}': { ...drawn, secret: '?preview' },
  '/events/:key/draw.json': { ...program, secret: '?preview' },
  '/events/:key/poster.svg': { ...drawn, secret: '?preview' },
  '/events/:key/share.png': { ...program, secret: '?preview' },
  '/share.png': program,
  '/icon.svg': drawn,
  '/icon-192.png': drawn,
  '/icon-512.png': program,
  '/icon-maskable.png': program,
  '/apple-touch-icon.png': program,
  '/favicon.ico': program,
  '/feed.xml': program,
  '/sitemap.xml': program,
  '/robots.txt': program,
  '/manifest.webmanifest': program,

  '/assets/cs-guide.md': asset,
  '/assets/:worker{(?:card|door|screen)\\.worker-[\\w-]+\\.js}': { ...asset, isServiceWorker: true },
  '/assets/*': asset,
  '/images/*': asset,
  '/fonts/*': asset,
  '/files/:year/:month/:day/:guid/:name': file,
  '/files/preview/:token/:year/:month/:day/:guid/:name': { ...file, secret: ':token' },
  '/files/*': file,

  '/live': { kind: 'live', secret: '?door' },
  '/healthz': { kind: 'program' },
  '/metrics': { kind: 'program' },
};

/** The parameters of a path, as they are spelt; undefined if the path does not fit the pattern. */
export function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const found = new RegExp(`^${patternOf(pattern)}$`).exec(path);
  return found ? { ...found.groups } : undefined;
}

/** The source of a regular expression whose groups are named like the parameters. */
function patternOf(path: string): string {
  return path.replace(/:(\w+)(?:\{([^}]+)\})?|\*|[.+?^$()|[\]\\]/g, (part, name?: string, own = '[^/]+') => {
    if (name !== undefined) return `(?<${name}>${own})`;
    return part === '*' ? '.*' : `\\${part}`;
  });
}
