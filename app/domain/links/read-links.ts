import type { Reader } from '../../db/db.server.ts';
import { formatViewTime, type ClubClock } from '../../time/club-time.ts';
import { toRecord } from '../records/define.ts';
import { LAST } from '../records/fields.ts';
import { links, ownerOf, type ShortLink } from './link.ts';
import { holdsSecret, locationOf, ownPath, shortLinkAt } from './target.ts';
import { countVisits } from './visits.ts';

/** Where somebody who asks for /go/{slug} is led: by the link, or to its address of now. */
type FoundLink = { kind: 'link'; key: string; to: string; until: number | null } | { kind: 'moved'; to: string };

export async function findLink(
  db: Reader,
  asked: string,
  { publicUrl, now = Date.now() }: { publicUrl: string; now?: number },
): Promise<FoundLink | undefined> {
  const slug = asked.toLowerCase();
  const row = await ownerOf(db, slug);
  if (!row) return undefined;
  const link = toRecord(links, row);
  if (!leadsOn(link, now)) return undefined;
  if (link.slug !== slug) return { kind: 'moved', to: `/go/${link.slug}` };
  return isSafe(link.url, publicUrl)
    ? { kind: 'link', key: link.key, to: locationOf(link.url), until: link.until }
    : undefined;
}

function leadsOn({ url, until }: ShortLink, now: number): boolean {
  return url !== '' && (until === null || now < until);
}

/** An import knows no address of the site: what it brings as an address of another one may be this one's. */
function isSafe(url: string, publicUrl: string): boolean {
  if (url.startsWith('/')) return true;
  const path = ownPath(url, publicUrl);
  return path === undefined || (!holdsSecret(path) && shortLinkAt(path) === null);
}

export function selectInOrder({ query }: Reader) {
  return query
    .selectFrom('links')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('place', by.val(LAST)))
    .orderBy('key');
}

export interface LinkTableRow extends ShortLink {
  visits: number;
  /** 'until Nov 20, 2026, 07:30 PM', 'ended …'; empty for what goes on. */
  term: string;
}

export async function viewLinks(db: Reader, clock: ClubClock, now = Date.now()): Promise<LinkTableRow[]> {
  const [rows, visits] = await Promise.all([selectInOrder(db).execute(), countVisits(db)]);
  return rows.map((row) => {
    const link = toRecord(links, row);
    return { ...link, visits: visits.get(link.key) ?? 0, term: termOf(link, clock, now) };
  });
}

function termOf({ until }: ShortLink, clock: ClubClock, now: number): string {
  if (until === null) return '';
  return `${now < until ? 'until' : 'ended'} ${formatViewTime(until, clock)}`;
}

/** Those that lead on now, with where: for a copy of the site. */
export async function listLinksOn(
  db: Reader,
  { publicUrl, now = Date.now() }: { publicUrl: string; now?: number },
): Promise<{ path: string; to: string }[]> {
  const rows = await selectInOrder(db).execute();
  return rows.flatMap((row) => {
    const link = toRecord(links, row);
    const isOn = leadsOn(link, now) && isSafe(link.url, publicUrl);
    return link.slug && isOn ? [{ path: `/go/${link.slug}`, to: locationOf(link.url) }] : [];
  });
}
