import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Reader } from '../../db/db.server.ts';
import type { ImageView } from '../uploads/images.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { toEvent, type ClubEvent } from './event.ts';
import type { EventView } from './event-view.ts';

/** Bytes of a token: 192 random bits. */
const TOKEN_BYTES = 24;

/** A draft, for whoever has its link. undefined for a wrong token as for an unknown event. */
export async function findPreview({ query }: Reader, key: string, token: string): Promise<ClubEvent | undefined> {
  // No key holds a zero character, and Postgres takes none.
  if (key.includes('\0')) return undefined;
  const row = await query
    .selectFrom('events')
    .selectAll()
    .where('key', '=', key)
    .where('publish_at', 'is not', null)
    .executeTakeFirst();
  return row && isTokenOf(row.preview_token, token) ? toEvent(row) : undefined;
}

/** In the same time, however much of it is right. */
export function isTokenOf(stored: string | null, given: string): boolean {
  const [one, other] = [stored ?? '', given].map((token) => hash('sha256', token, 'buffer'));
  return stored !== null && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/**
 * The token of a draft's link, made when somebody first needs it; null for what is public. It ends with the draft.
 * @throws NotAllowed
 */
export async function providePreviewToken(db: Database, actor: Actor | null, key: string): Promise<string | null> {
  requireCapability(actor, 'change events');
  const before = await findToken(db, key);
  if (!before || before.preview_token !== null) return before?.preview_token ?? null;
  const made = randomBytes(TOKEN_BYTES).toString('base64url');
  return db.write(async (tx) => {
    await tx.query
      .updateTable('events')
      .set({ preview_token: made })
      .where('key', '=', key)
      .where('publish_at', 'is not', null)
      .where('preview_token', 'is', null)
      .execute();
    return (await findToken(tx, key))?.preview_token ?? null;
  });
}

function findToken({ query }: Reader, key: string) {
  return query
    .selectFrom('events')
    .select('preview_token')
    .where('key', '=', key)
    .where('publish_at', 'is not', null)
    .executeTakeFirst();
}

/** Nobody plans to be there yet, and its pictures and files are shown by the token alone. */
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
