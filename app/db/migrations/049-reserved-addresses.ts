import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const RESERVED = ['go', 'subscribe', 'unsubscribe'];

/** From version 1.0 on the site itself answers at these addresses; a page that has one moves to the next free address. */
export async function moveReservedPages(db: Kysely<Tables>): Promise<void> {
  const moving = await db
    .selectFrom('pages')
    .select(['key', 'slug', 'publish_at'])
    .where('slug', 'in', RESERVED)
    .execute();
  const moved: { key: string; slug: string }[] = [];
  for (const { key, slug: before, publish_at: at } of moving) {
    const slug = await nextFree(db, before ?? '');
    moved.push({ key, slug });
    await db
      .updateTable('pages')
      .set((is) => ({ slug, version: is('version', '+', 1), updated_at: Date.now() }))
      .where('key', '=', key)
      .execute();
    if (at !== null) continue;
    await db
      .insertInto('page_addresses')
      .values({ slug, page_key: key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  // For ‘Needs attention’ (domain/pages/moved-pages.ts).
  if (moved.length > 0)
    await db
      .insertInto('app_state')
      .values({ name: 'moved pages', value: JSON.stringify(moved) })
      .execute();
}

async function nextFree(db: Kysely<Tables>, slug: string): Promise<string> {
  for (let at = 2; ; at++) {
    const next = `${slug}-${at}`;
    if (!(await db.selectFrom('pages').select('key').where('slug', '=', next).executeTakeFirst())) return next;
  }
}
