import type { Reader, Writer } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import type { Columns } from '../records/fields.ts';

/** Remembers the links' addresses, so that an old one redirects to the current one. */
export async function storeLinkAddresses({ query }: Writer, rows: Columns[]): Promise<void> {
  const addresses = rows.flatMap(({ key, slug }) =>
    typeof slug === 'string' ? [{ slug, link_key: String(key) }] : [],
  );
  if (addresses.length === 0) return;
  await query
    .insertInto('link_addresses')
    .values(addresses)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The link that has this address now, or had it if no other link has it now. */
export async function linkAt({ query }: Reader, slug: string): Promise<Tables['links'] | undefined> {
  const row = await query.selectFrom('links').selectAll().where('slug', '=', slug).executeTakeFirst();
  if (row) return row;
  return query
    .selectFrom('link_addresses')
    .innerJoin('links', 'links.key', 'link_addresses.link_key')
    .selectAll('links')
    .where('link_addresses.slug', '=', slug)
    .orderBy('links.updated_at', 'desc')
    .executeTakeFirst();
}

/** Deletes the former addresses and visits of links that are no longer even in the trash. */
export async function forgetGoneLinks({ query }: Writer): Promise<void> {
  for (const table of ['link_addresses', 'link_visits'] as const)
    await query
      .deleteFrom(table)
      .where('link_key', 'not in', (is) => is.selectFrom('links').select('key'))
      .where('link_key', 'not in', (is) => is.selectFrom('trash').select('record_key').where('topic', '=', 'link'))
      .execute();
}
