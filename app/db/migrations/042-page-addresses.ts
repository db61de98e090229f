import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Every address at which a page is or was public, in a table of its own. Until now, the pages themselves held them. */
export async function fillAddresses(db: Kysely<Tables>): Promise<void> {
  const pages = await sql<object>`select * from pages`.execute(db);
  const removed = await sql<{ content: string }>`select content from trash where topic = 'page'`.execute(db);
  for (const row of [...pages.rows, ...removed.rows.flatMap(({ content }) => pagesIn(parsed(content)))]) {
    for (const address of addressesOf(row))
      await db
        .insertInto('page_addresses')
        .values(address)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}

function pagesIn(content: unknown): object[] {
  const pages = typeof content === 'object' && content !== null && 'pages' in content ? content.pages : [];
  return Array.isArray(pages) ? pages.filter((row) => typeof row === 'object' && row !== null) : [];
}

function addressesOf(row: object): { slug: string; page_key: string }[] {
  const { key, slug, former, publish_at: at }: Record<string, unknown> = { ...row };
  if (typeof key !== 'string' || at !== null) return [];
  const before = typeof former === 'string' ? parsed(former) : [];
  const slugs = [slug, ...(Array.isArray(before) ? before : [])];
  return slugs.flatMap((one) => (typeof one === 'string' ? [{ slug: one, page_key: key }] : []));
}
