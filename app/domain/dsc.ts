import type { Database, Reader } from '../db/db.server.ts';
import { Rejected } from './errors.ts';
import { defineRecord, toRecord, type RecordIn, type RowIn } from './records/define.ts';
import { image, number, requiredName, text } from './records/fields.ts';
import type { ImageView } from './files/image-view.ts';
import { viewImages } from './files/view-images.ts';
import { z } from './zod.ts';

const MOST = 2_147_483_647;

/** A card's text is HTML as somebody typed it: sanitize it before showing it. */
export const dscCards = defineRecord({
  topic: 'dsc',
  table: 'dsc',
  title: ({ title }) => title,
  fields: {
    title: requiredName('title'),
    text: text({ input: z.string('must be a text').max(50_000, 'A text can have 50,000 characters at most') }),
    img: image(),
    imgAlt: text({
      column: 'img_alt',
      input: z.string('must be a text').trim().max(500, 'A description can have 500 characters at most'),
    }),
    position: number({
      input: z
        .int('Please enter a whole number, such as 3')
        .min(-MOST, 'Please enter a larger number')
        .max(MOST, 'Please enter a smaller number'),
    }),
  },
  async check({ text: html }) {
    const { sanitizeHtml, TooTangled } = await sanitizer();
    try {
      sanitizeHtml(html);
    } catch (error) {
      if (!(error instanceof TooTangled)) throw error;
      const message = 'The text has too many tags, or too many inside each other. Please check that each is closed';
      throw new Rejected(message, { text: message });
    }
  },
  derive: async (columns) => ({ html: await htmlOf({ html: null, text: columns.text }) }),
});

export type DscCard = RecordIn<typeof dscCards>;

type DscRow = RowIn<typeof dscCards>;

declare module '../db/tables.ts' {
  interface Tables {
    dsc: DscRow;
  }
}

/** The browser checks with this definition too, so it loads the sanitizer only once somebody types a text. */
function sanitizer() {
  return import('../html/sanitize-html.ts');
}

export async function listDscCards(db: Reader): Promise<DscCard[]> {
  return (await listDscRows(db)).map((row) => toRecord(dscCards, row));
}

function listDscRows(db: Reader): Promise<DscRow[]> {
  return db.query
    .selectFrom('dsc')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('position', by.val(0)))
    .orderBy('key')
    .execute();
}

export interface ShownDscCard extends DscCard {
  html: string;
  image: ImageView | null;
}

export async function viewDscCards(db: Reader): Promise<ShownDscCard[]> {
  const cards: (DscCard & { html: string })[] = [];
  for (const row of await listDscRows(db)) cards.push({ ...toRecord(dscCards, row), html: await htmlOf(row) });
  const images = await viewImages(db, cards, ({ img }) => img);
  return cards.map((card) => ({ ...card, image: images.get(card) ?? null }));
}

/** A card saved by an older version of the site is sanitized here, after other work has had its turn. */
async function htmlOf({ html, text: written }: { html: string | null; text: string | null }): Promise<string> {
  if (html !== null) return html;
  const { sanitizeAnyHtml } = await sanitizer();
  await new Promise(setImmediate);
  return sanitizeAnyHtml(written ?? '');
}

/** An older version of the site, which may run beside this one, saves only the text, or sanitizes less strictly. */
export async function renderCardsAnew({ query, write }: Database): Promise<void> {
  const rows = await query.selectFrom('dsc').select(['key', 'version', 'html', 'text']).execute();
  for (const { key, version, html: before, text: written } of rows) {
    const html = await htmlOf({ html: null, text: written });
    if (html === before) continue;
    await write(async (tx) => {
      const update = tx.query.updateTable('dsc').set({ html }).where('key', '=', key);
      await update.where('version', '=', version).execute();
      tx.changed('dsc', key);
    });
  }
}
