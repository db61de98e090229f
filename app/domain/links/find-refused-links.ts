import type { Writer } from '../../db/db.server.ts';
import type { Columns } from '../records/fields.ts';
import { listTaken } from '../records/unique.ts';
import { linkAt } from './link-addresses.ts';
import { LEADS_TO_ANOTHER_LINK, LEADS_TO_ITSELF, links, UNIQUE } from './link.ts';

/** The rows of an import that cannot be stored beside the existing links, and why. */
export async function findRefusedLinks<Row extends Columns>(tx: Writer, rows: Row[]): Promise<Map<Row, string>> {
  const refused = await listTaken(tx, { table: links.table, unique: UNIQUE }, rows);
  const incoming = new Map(rows.map((row) => [row['slug'], row]));
  const nextOfSlug = async (slug: Columns[string] | undefined) =>
    typeof slug === 'string' ? (incoming.get(slug) ?? (await linkAt(tx, slug))) : undefined;
  for (const row of rows) {
    const next = await nextOfSlug(row['leads_to']);
    const isItself = next !== undefined && next['key'] === row['key'];
    if (isItself) refused.set(row, LEADS_TO_ITSELF);
    else if (next?.['leads_to']) refused.set(row, LEADS_TO_ANOTHER_LINK);
  }
  return refused;
}
