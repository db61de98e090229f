import type { Reader } from '../../db/db.server.ts';
import type { ImageView } from '../files/image-view.ts';
import { isTokenOf } from '../tokens.ts';
import type { Actor } from '../actor.ts';
import { requireOn } from './rights.ts';
import { toEvent, type ClubEvent } from './event.ts';
import type { EventView } from './event-view.ts';

/** Finds a draft for anyone who has its link; undefined for a wrong token as well as for an unknown event. */
export async function findPreview({ query }: Reader, key: string, token: string): Promise<ClubEvent | undefined> {
  const row = await query
    .selectFrom('events')
    .selectAll()
    .where('key', '=', key)
    .where('publish_at', 'is not', null)
    .executeTakeFirst();
  return row && isTokenOf(row.preview_token, token) ? toEvent(row) : undefined;
}

/** The token of a draft’s link, which ends with the draft; null for a public event. @throws NotAllowed */
export async function findPreviewToken(db: Reader, actor: Actor | null, key: string): Promise<string | null> {
  await requireOn(db, actor, 'change events', [key]);
  const row = await db.query.selectFrom('events').select('preview_token').where('key', '=', key).executeTakeFirst();
  return row?.preview_token ?? null;
}

/**
 * A preview has no calendar links, because nobody plans to be there yet; only the token opens its pictures and files.
 */
export function viewPreview(view: EventView, token: string): EventView {
  const address = (url: string) =>
    url.startsWith('/files/') ? `/files/preview/${token}${url.slice('/files'.length)}` : url;
  const picture = (image: ImageView): ImageView => ({
    ...image,
    src: address(image.src),
    variants: image.variants && address(image.variants),
  });
  return {
    ...view,
    image: view.image && picture(view.image),
    poster: `${view.poster}&preview=${token}`,
    resources: view.resources.map(({ name, url }) => ({ name, url: address(url) })),
    gallery: view.gallery.map(({ name, image }) => ({ name, image: picture(image) })),
    calendars: null,
  };
}
