import type { Reader } from '../../db/db.server.ts';
import { viewImages, type ImageView } from '../uploads/images.ts';
import { listDscRows, toDscCard, type DscCard } from './dsc-card.ts';
import { htmlOf } from './render-cards.ts';

/** A content card with what is needed to show it. */
export interface ShownDscCard extends DscCard {
  /** Its text with nothing harmful left in it. */
  html: string;
  /** null: the placeholder is shown. */
  image: ImageView | null;
}

/** The content cards in the order of their position, ready to be shown (product.md 2, DSC). */
export async function viewDscCards(db: Reader): Promise<ShownDscCard[]> {
  const rows = await listDscRows(db);
  const cards: (DscCard & { html: string })[] = [];
  for (const row of rows) cards.push({ ...toDscCard(row), html: await htmlOf(row) });
  const images = await viewImages(
    db,
    cards.flatMap(({ img }) => (img?.url ? [img] : [])),
  );
  return cards.map((card) => ({
    ...card,
    image: (card.img && images.get(card.img)) ?? null,
  }));
}
