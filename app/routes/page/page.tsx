import { data, redirect } from 'react-router';
import { findPage, findPagePreview } from '../../domain/pages/read-pages.ts';
import { visibilityText } from '../../domain/records/publish-at.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { MarkdownText } from '../../ui/markdown/markdown-text.tsx';
import { Page } from '../../ui/page.tsx';
import * as panel from '../../ui/panel.module.css';
import { headOf } from '../../ui/site-facts.ts';
import type { PreviewImage } from '../../ui/head.ts';
import type { Route } from './+types/page';
import { renderPage, withToken } from './render-page.server.ts';

interface Loaded {
  path: string;
  title: string;
  html: string;
  lead: string;
  picture: PreviewImage | null;
  /** The note above a draft. */
  note?: string;
}

/** The width of link previews. */
const PREVIEW_WIDTH = 1280;

export async function loader({ context, request, params: { slug } }: Route.LoaderArgs): Promise<Loaded> {
  const site = context.get(siteContext);
  const token = new URL(request.url).searchParams.get('preview');
  const draft = token === null ? undefined : await findPagePreview(site.db, slug, token);
  const found = draft ? { kind: 'page' as const, page: draft } : await findPage(site.db, slug);
  if (!found) throw redirect('/home');
  if (found.kind === 'gone') throw data(null, { status: 404 });
  // Temporary, because another page may take the old address tomorrow.
  if (found.kind === 'moved')
    throw redirect(`/${found.to}`, { status: 308, headers: { 'cache-control': CACHE_CONTROL.askAgain } });
  const { title, text, publishAt } = found.page;
  const { html, lead, picture } = await renderPage(site, text);
  const shown = { path: `/${found.page.slug}`, title, lead };
  if (draft && token !== null) {
    const state = publishAt === 'never' ? 'Draft' : `Draft. ${visibilityText(publishAt, site.clock)}`;
    const note = `${state}. Only people with this link see this page.`;
    return { ...shown, html: withToken(html, token), picture: null, note };
  }
  cacheUntil(context, { topics: ['page'] });
  return { ...shown, html, picture: picture?.variants ? previewOf(picture, title) : null };
}

function previewOf(
  { variants, width, height }: { variants: string | null; width: number | null; height: number | null },
  alt: string,
): PreviewImage {
  const scale = Math.min(1, PREVIEW_WIDTH / (width ?? PREVIEW_WIDTH));
  const [shownWidth, shownHeight] = [width, height].map((side) => side && Math.round(side * scale));
  return { url: `${variants}/${PREVIEW_WIDTH}.webp`, width: shownWidth, height: shownHeight, alt };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? headOf(matches, {
        title: loaderData.title,
        description: loaderData.lead || loaderData.title,
        path: loaderData.path,
        type: 'article',
        ...(loaderData.picture && { image: loaderData.picture }),
      })
    : [];

export default function ClubPage({ loaderData: { title, html, note } }: Route.ComponentProps) {
  return (
    <Page narrow>
      {note && (
        <p className={panel.note} role="note">
          {note}
        </p>
      )}
      <h1 dir="auto">{title}</h1>
      <MarkdownText key={html} html={html} />
    </Page>
  );
}
