import { countRows, type Reader } from '../../db/db.server.ts';
import { formatViewTime, type ClubClock } from '../../time/club-time.ts';
import { toRecord } from '../records/define.ts';
import { LAST } from '../records/fields.ts';
import { folded, searchWords } from '../search-words.ts';
import { linkAt } from './link-addresses.ts';
import { links, type ShortLink } from './link.ts';
import { holdsSecret, asLocationHeader, ownPath, shortLinkAt } from './target.ts';
import { countVisits } from './visits.ts';

/** Where /go/{slug} leads: to the link's target, or to the link's current address. */
type FoundLink = { kind: 'link'; key: string; to: string; until: number | null } | { kind: 'moved'; to: string };

export async function followLink(
  db: Reader,
  asked: string,
  { publicUrl, now = Date.now() }: { publicUrl: string; now?: number },
): Promise<FoundLink | undefined> {
  const slug = asked.toLowerCase();
  const row = await linkAt(db, slug);
  if (!row) return undefined;
  const link = toRecord(links, row);
  if (!works(link, now)) return undefined;
  if (link.slug !== slug) return { kind: 'moved', to: `/go/${link.slug}` };
  return isSafe(link.url, publicUrl)
    ? { kind: 'link', key: link.key, to: asLocationHeader(link.url), until: link.until }
    : undefined;
}

function works({ url, until }: ShortLink, now: number): boolean {
  return url !== '' && (until === null || now < until);
}

/** An import does not know this site's address, so a whole address that it stored may lead to this site. */
function isSafe(url: string, publicUrl: string): boolean {
  if (url.startsWith('/')) return true;
  const path = ownPath(url, publicUrl);
  return path === undefined || (!holdsSecret(path) && shortLinkAt(path) === null);
}

function selectInOrder({ query }: Reader) {
  return query
    .selectFrom('links')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('place', by.val(LAST)))
    .orderBy('key');
}

export interface LinkTableRow extends ShortLink {
  visits: number;
  /** 'until Nov 20, 2026, 07:30 PM', 'ended …'; empty if it has no end. */
  term: string;
}

interface LinksQuery {
  /** Each word has to be in the address, the note or the target. */
  search: string;
  limit: number;
}

export async function viewLinks(
  db: Reader,
  clock: ClubClock,
  { search, limit }: LinksQuery,
): Promise<{ rows: LinkTableRow[]; total: number }> {
  const words = searchWords(search);
  const found = words.length > 0 ? await searchLinks(db, words) : undefined;
  const shown = found?.slice(0, limit) ?? (await selectInOrder(db).limit(limit).execute());
  const total = found?.length ?? (await countRows(db.query.selectFrom('links')));
  const visits = await countVisits(
    db,
    shown.map(({ key }) => key),
  );
  const rows = shown.map((row) => {
    const link = toRecord(links, row);
    return { ...link, visits: visits.get(link.key) ?? 0, term: termOf(link, clock) };
  });
  return { rows, total };
}

/** The two databases fold letters differently, so the search happens here. */
async function searchLinks(db: Reader, words: string[]) {
  const rows = await selectInOrder(db).execute();
  return rows.filter(({ slug, url, note }) => {
    const text = folded([`/go/${slug}`, url, note].join(' '));
    return words.every((word) => text.includes(word));
  });
}

function termOf({ until }: ShortLink, clock: ClubClock): string {
  if (until === null) return '';
  return `${Date.now() < until ? 'until' : 'ended'} ${formatViewTime(until, clock)}`;
}

/** The links that work now, with their targets, for the archive. */
export async function listWorkingLinks(
  db: Reader,
  { publicUrl }: { publicUrl: string },
): Promise<{ path: string; to: string }[]> {
  const rows = await selectInOrder(db).execute();
  return rows.flatMap((row) => {
    const link = toRecord(links, row);
    const isWorking = works(link, Date.now()) && isSafe(link.url, publicUrl);
    return link.slug && isWorking ? [{ path: `/go/${link.slug}`, to: asLocationHeader(link.url) }] : [];
  });
}
