import type { Reader } from '../../db/db.server.ts';
import { viewImages, type ImageView } from '../uploads/images.ts';
import { listDscCards, type DscCard } from './dsc-card.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** A content card with what is needed to show it. */
export interface ShownDscCard extends DscCard {
  /** Its text with nothing harmful left in it. */
  html: string;
  /** null: the placeholder is shown. */
  image: ImageView | null;
}

/** The content cards in the order of their position, ready to be shown (product.md 2, DSC). */
export async function viewDscCards(db: Reader): Promise<ShownDscCard[]> {
  const cards = await listDscCards(db);
  const images = await viewImages(
    db,
    cards.flatMap(({ img }) => (img?.url ? [img] : [])),
  );
  return cards.map((card) => ({
    ...card,
    html: sanitizeHtml(card.text),
    image: (card.img && images.get(card.img)) ?? null,
  }));
}
