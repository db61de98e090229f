import type { Reader } from '../../db/db.server.ts';
import type { ClubClock } from '../../time/club-time.ts';
import { toRecord } from '../records/define.ts';
import { visibilityText } from '../records/publish-at.ts';
import { isTokenOf } from '../tokens.ts';
import { can } from '../roles.ts';
import type { Actor } from '../actor.ts';
import { pages, type ClubPage } from './page.ts';

/** Every query for what the public sees begins here: it has no drafts, not even timed ones. */
function publicPages({ query }: Reader) {
  return query.selectFrom('pages').where('publish_at', 'is', null).where('slug', 'is not', null);
}

interface PageLink {
  path: string;
  title: string;
}

export interface PageLinks {
  menu: PageLink[];
  footer: PageLink[];
}

/** In the order in which the pages were made. */
export async function listPageLinks(db: Reader): Promise<PageLinks> {
  const rows = await publicPages(db)
    .select(['slug', 'title', 'place'])
    .where('place', 'in', ['menu', 'footer'])
    .orderBy('key')
    .execute();
  const linked = (wanted: string) =>
    rows.filter(({ place }) => place === wanted).map(({ slug, title }) => ({ path: `/${slug}`, title: title || '' }));
  return { menu: linked('menu'), footer: linked('footer') };
}

/** `updatedAt` in epoch milliseconds. */
export async function listPageAddresses(db: Reader): Promise<{ path: string; updatedAt: number }[]> {
  const rows = await publicPages(db).select(['slug', 'updated_at']).orderBy('key').execute();
  return rows.map(({ slug, updated_at: updatedAt }) => ({ path: `/${slug}`, updatedAt }));
}

/** The page, its current address, or that it is no longer public; undefined if it never was. */
type FoundPage = { kind: 'page'; page: ClubPage } | { kind: 'moved'; to: string } | { kind: 'gone' } | undefined;

export async function findPage(db: Reader, asked: string): Promise<FoundPage> {
  const slug = asked.toLowerCase();
  const row = await publicPages(db).selectAll().where('slug', '=', slug).executeTakeFirst();
  if (row) return slug === asked ? { kind: 'page', page: toRecord(pages, row) } : { kind: 'moved', to: slug };
  const known = await db.query
    .selectFrom('page_addresses')
    .leftJoin('pages', (join) =>
      join.onRef('pages.key', '=', 'page_addresses.page_key').on('pages.publish_at', 'is', null),
    )
    .select(['pages.slug', 'pages.updated_at'])
    .where('page_addresses.slug', '=', slug)
    .execute();
  const [now] = known.toSorted((one, other) => (other.updated_at ?? 0) - (one.updated_at ?? 0));
  if (now?.slug) return { kind: 'moved', to: now.slug };
  return now && { kind: 'gone' };
}

/** A draft, for people who have its link. undefined both for a wrong token and for an unknown page. */
export async function findPagePreview({ query }: Reader, slug: string, token: string): Promise<ClubPage | undefined> {
  const row = await query
    .selectFrom('pages')
    .selectAll()
    .where('slug', '=', slug)
    .where('publish_at', 'is not', null)
    .executeTakeFirst();
  return row && isTokenOf(row.preview_token, token) ? toRecord(pages, row) : undefined;
}

export interface PageTableRow extends ClubPage {
  /** 'Draft', or when it will be published; empty if visitors see it. */
  visibility: string;
  /** The token of a draft's link, for people who may change the page; null for others and for published pages. */
  previewToken: string | null;
}

export async function viewPages({ query }: Reader, actor: Actor | null, clock: ClubClock): Promise<PageTableRow[]> {
  const mayChange = can(actor?.role, 'change content');
  const rows = await query.selectFrom('pages').selectAll().orderBy('key').execute();
  return rows.map((row) => {
    const page = toRecord(pages, row);
    const visibility = visibilityText(page.publishAt, clock);
    return { ...page, visibility, previewToken: mayChange ? row.preview_token : null };
  });
}
