import type { Writer } from '../../db/db.server.ts';
import { ADDRESSES } from '../../addresses.ts';
import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { markdown, publishing, requiredName, text, type Columns } from '../records/fields.ts';
import { oneLineOfFile } from '../records/one-line.ts';
import { numbered, slugInput } from '../records/slug.ts';
import { randomHex } from '../random-hex.ts';
import { z } from '../zod.ts';

export const PLACES = ['menu', 'footer', 'nowhere'] as const;

export const PLACE_NAMES: Record<(typeof PLACES)[number], string> = {
  menu: 'In the menu',
  footer: 'In the footer',
  nowhere: 'Nowhere',
};

/** Any other stored place counts as 'nowhere'. */
export function placeOf(where: string): (typeof PLACES)[number] {
  return PLACES.find((place) => place === where) ?? 'nowhere';
}

export const LONGEST_TEXT = 200_000;

/** Beside the addresses that exist now: what is only in development, and what is reserved for the future. */
const RESERVED = ['dev', 'subscribe', 'unsubscribe'];
const OF_PRODUCT = new Set([...RESERVED, ...Object.keys(ADDRESSES).map((address) => address.split('/')[1] ?? '')]);

function isOfProduct(slug: string): boolean {
  return OF_PRODUCT.has(slug);
}

const pageSlug = slugInput(/^\//).refine(
  (slug) => !isOfProduct(slug),
  'This address is one of the site’s own. Please choose another',
);

const title = requiredName('title');

/** One of the club's own pages, at /{slug}. */
export const pages = defineRecord({
  topic: 'page',
  table: 'pages',
  title: ({ title }) => title,
  fields: {
    title: { ...title, exported: { check: oneLineOfFile(title.input), isName: true } },
    slug: text({ input: pageSlug, exported: { check: 'as entered' } }),
    text: markdown({
      input: z
        .string('must be a text')
        .max(LONGEST_TEXT, `A text can have ${LONGEST_TEXT.toLocaleString('en')} characters at most`),
      exported: { check: 'as entered' },
    }),
    where: text({
      column: 'place',
      input: z.enum(PLACES, 'Please choose where it is linked'),
      defaultValue: 'nowhere',
      exported: { check: 'as entered' },
    }),
    publishAt: publishing({ column: 'publish_at' }),
  },
  unique: {
    column: 'slug',
    field: 'slug',
    taken: 'Another page has this address already',
    instead: {
      value: numbered,
      isReserved: isOfProduct,
      note: (slug) => `Its address is now /${slug}: another page has its old one.`,
    },
  },
  derive: async (page, before) => previewOf(page, before),
  follow: noteAddresses,
});

export type ClubPage = RecordIn<typeof pages>;

type PageRow = RowIn<typeof pages>;

declare module '../../db/tables.ts' {
  interface Tables {
    pages: PageRow;
  }
}

interface Publishable {
  publish_at?: unknown;
  preview_token?: unknown;
}

/** The token of a draft's link, which stops working when the page is published. */
export function previewOf(page: Publishable, before: Publishable = {}): { preview_token: string | null } {
  const token = typeof before.preview_token === 'string' ? before.preview_token : randomHex(24);
  return { preview_token: (page.publish_at ?? null) === null ? null : token };
}

/** Remembers the addresses at which pages are public, so that an old one redirects to the current one. */
export async function noteAddresses({ query }: Writer, rows: Columns[]): Promise<void> {
  const addresses = rows.flatMap(({ key, slug, publish_at: at }) =>
    typeof slug === 'string' && (at ?? null) === null ? [{ slug, page_key: String(key) }] : [],
  );
  if (addresses.length === 0) return;
  await query
    .insertInto('page_addresses')
    .values(addresses)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the former addresses of pages that are no longer even in the trash. */
export async function forgetAddresses({ query }: Writer): Promise<void> {
  await query
    .deleteFrom('page_addresses')
    .where('page_key', 'not in', (is) => is.selectFrom('pages').select('key'))
    .where('page_key', 'not in', (is) => is.selectFrom('trash').select('record_key').where('topic', '=', 'page'))
    .execute();
}
