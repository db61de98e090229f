import { ADDRESSES } from '../addresses.ts';
import { listEventAddresses } from '../domain/events/read-events.ts';
import { readForEveryPage, viewEveryPage } from '../domain/on-every-page.ts';
import { listPageAddresses } from '../domain/pages/read-pages.ts';
import { listPublicPages } from '../feeds/public-pages.ts';
import type { Site } from '../site.ts';

/** How many events, and how many of the club's own pages. */
const NEWEST = 200;
const SIGN_IN = '/auth/login';

export interface CheckedPages {
  pages: number;
  /** Sentences, each an address with its answer. */
  broken: string[];
}

interface PublicAddress {
  path: string;
  /** True if a club may have it switched off. */
  mayBeMissing: boolean;
}

/** Every public screen, and the newest events and pages. */
export async function listPublicAddresses({ db, club }: Pick<Site, 'db' | 'club'>): Promise<PublicAddress[]> {
  const everyPage = viewEveryPage(await readForEveryPage(db), club.club.timeZone);
  const pages = (await listPageAddresses(db)).toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, NEWEST);
  const events = await listEventAddresses(db, NEWEST);
  const shown = new Set([
    ...listPublicPages(club, everyPage),
    ...pages.map(({ path }) => path),
    ...events.map(({ key }) => `/events/${encodeURIComponent(key)}`),
  ]);
  const screens = Object.entries(ADDRESSES).flatMap(([path, { kind, isScreen }]) =>
    isScreen && (kind === 'page' || path === SIGN_IN) && !/[:*]/.test(path) && !shown.has(path) ? [path] : [],
  );
  return [
    ...[...shown].map((path) => ({ path, mayBeMissing: false })),
    ...screens.map((path) => ({ path, mayBeMissing: true })),
  ];
}

export async function requestEach(
  addresses: PublicAddress[],
  answer: (address: string) => Promise<Response>,
  onPage: (done: number, all: number) => void = () => undefined,
): Promise<CheckedPages> {
  const broken: string[] = [];
  for (const [at, { path, mayBeMissing }] of addresses.entries()) {
    const response = await answer(path);
    await response.arrayBuffer();
    const isRight = response.status < 400 || (mayBeMissing && response.status === 404);
    if (!isRight) broken.push(`${path} answers ${response.status}`);
    onPage(at + 1, addresses.length);
  }
  return { pages: addresses.length, broken };
}
