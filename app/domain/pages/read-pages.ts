import type { Reader } from '../../db/db.server.ts';
import type { ClubClock } from '../../time/club-time.ts';
import { toRecord } from '../records/define.ts';
import { visibilityText } from '../records/publish-at.ts';
import { isTokenOf } from '../tokens.ts';
import { readTrashContent } from '../trash.ts';
import { can } from '../roles.ts';
import type { Actor } from '../actor.ts';
import { pages, readFormer, type Page } from './page.ts';

/** Where every reader of what the public sees begins: no draft is in it, a timed one neither. */
function publicPages({ query }: Reader) {
  return query.selectFrom('pages').where('publish_at', 'is', null).where('slug', 'is not', null);
}

export interface PageLink {
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

/** A page; where it is now; that it was removed; undefined for what was never there. */
export type FoundPage = { kind: 'page'; page: Page } | { kind: 'moved'; to: string } | { kind: 'removed' } | undefined;

export async function findPage(db: Reader, asked: string): Promise<FoundPage> {
  const slug = asked.toLowerCase();
  const row = await publicPages(db).selectAll().where('slug', '=', slug).executeTakeFirst();
  if (row) return slug === asked ? { kind: 'page', page: toRecord(pages, row) } : { kind: 'moved', to: slug };
  const moved = await publicPages(db)
    .select(['slug', 'former'])
    .where('former', 'is not', null)
    .orderBy('updated_at', 'desc')
    .execute();
  const now = moved.find(({ former }) => readFormer(former).includes(slug))?.slug;
  if (typeof now === 'string') return { kind: 'moved', to: now };
  return (await isRemoved(db, slug)) ? { kind: 'removed' } : undefined;
}

/** Of a draft that was removed nobody knew. */
async function isRemoved({ query }: Reader, slug: string): Promise<boolean> {
  const trashed = await query.selectFrom('trash').select('content').where('topic', '=', pages.topic).execute();
  return trashed
    .flatMap((one) => readTrashContent(one)?.pages ?? [])
    .some((page) => page.publish_at === null && (page.slug === slug || readFormer(page.former).includes(slug)));
}

/** A draft, for anyone who has its link. undefined for a wrong token as for an unknown page. */
export async function findPagePreview({ query }: Reader, slug: string, token: string): Promise<Page | undefined> {
  const row = await query
    .selectFrom('pages')
    .selectAll()
    .where('slug', '=', slug)
    .where('publish_at', 'is not', null)
    .executeTakeFirst();
  return row && isTokenOf(row.preview_token, token) ? toRecord(pages, row) : undefined;
}

export interface PageTableRow extends Page {
  /** 'Draft', or when it publishes; empty for what visitors see. */
  visibility: string;
  /** Of a draft, for anyone who may change it. */
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
