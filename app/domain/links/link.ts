import type { Reader, Writer } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import { defineRecord, type RecordIn, type RowIn, type UniqueColumn } from '../records/define.ts';
import { ending, order, text, type Columns } from '../records/fields.ts';
import { oneLine } from '../records/one-line.ts';
import { numbered, slugInput } from '../records/slug.ts';
import { z } from '../zod.ts';
import { storeLinkAddresses, linkAt } from './link-addresses.ts';
import { hasCredentials, holdsSecret, isTarget, shortLinkAt } from './target.ts';

const LONGEST_TARGET = 2000;
export const LONGEST_NOTE = 200;

const targetInput = z
  .string('must be a text')
  .trim()
  .min(1, 'Please enter where it leads to')
  .max(LONGEST_TARGET, `A link can have ${LONGEST_TARGET.toLocaleString('en')} characters at most`)
  .refine((url) => !hasCredentials(url), 'A link cannot hold a user name or a password')
  .refine(isTarget, {
    error: 'Please enter a link that begins with https://, or with / for a page of this site',
    abort: true,
  })
  .refine(
    (url) => !url.startsWith('/') || !holdsSecret(url),
    'This address belongs to one person, and whoever has it can use it. Please enter another one',
  );

const noteInput = oneLine({ what: 'A note', most: LONGEST_NOTE }).default('');

export const UNIQUE = {
  column: 'slug',
  field: 'slug',
  taken: 'Another short link has this address already',
  instead: {
    value: numbered,
    isReserved: () => false,
    note: (slug) => `Its address is now /go/${slug}: another short link has its old one.`,
  },
} as const satisfies UniqueColumn;

export const LEADS_TO_ITSELF = 'This short link would lead to itself';
export const LEADS_TO_ANOTHER_LINK =
  'It leads to a short link that leads to another one. Please enter where that one ends';

/** A short link: the address /go/{slug} redirects to its target. */
export const links = defineRecord({
  topic: 'link',
  table: 'links',
  title: ({ slug }) => `/go/${slug}`,
  fields: {
    slug: text({
      label: 'Address',
      input: slugInput(/^\/?(go\/)?/i),
      exported: { check: 'as entered', isName: true },
    }),
    url: text({ label: 'Leads to', input: targetInput, exported: { check: 'as entered' } }),
    note: text({ label: 'Note', input: noteInput, exported: { check: 'as entered' } }),
    /** The link works until this moment. */
    until: ending({ label: 'Until', column: 'until_at' }),
    order: order(),
  },
  unique: UNIQUE,
  derive: async ({ url }) => nextSlugOf(url),
  follow: storeAddressesAndCheck,
});

export type ShortLink = RecordIn<typeof links>;

declare module '../../db/tables.ts' {
  interface Tables {
    links: RowIn<typeof links>;
  }
}

function nextSlugOf(url: unknown): { leads_to: string | null } {
  return { leads_to: typeof url === 'string' && url.startsWith('/') ? shortLinkAt(url) : null };
}

async function storeAddressesAndCheck(tx: Writer, rows: Columns[]): Promise<void> {
  await storeLinkAddresses(tx, rows);
  const saved = rows.at(-1);
  const wrong = saved && (await whatIsWrongWithTarget(tx, saved));
  if (wrong) throw new Rejected(`Nothing was saved: ${wrong}.`, { url: wrong });
}

/** A short link may lead to another one, which then leads to none. Says what is wrong, or undefined if nothing is. */
async function whatIsWrongWithTarget(at: Reader, { key, slug, leads_to: next }: Columns): Promise<string | undefined> {
  if (typeof next !== 'string') return undefined;
  const owner = await linkAt(at, next);
  if (next === slug || owner?.key === key) return LEADS_TO_ITSELF;
  if (owner?.leads_to) return LEADS_TO_ANOTHER_LINK;
  const addresses = await at.query
    .selectFrom('link_addresses')
    .select('slug')
    .where('link_key', '=', String(key))
    .execute();
  const own = addresses.map((address) => address.slug);
  const others = await at.query
    .selectFrom('links')
    .select(['slug', 'leads_to'])
    .where('leads_to', 'in', [String(slug), ...own])
    .where('key', '!=', String(key))
    .execute();
  for (const other of others) {
    const isOurs = (await linkAt(at, other.leads_to ?? ''))?.key === key;
    if (isOurs) return `/go/${other.slug} leads to this short link, which has to lead to a page itself`;
  }
  return undefined;
}
