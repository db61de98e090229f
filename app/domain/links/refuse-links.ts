import type { Writer } from '../../db/db.server.ts';
import type { Columns } from '../records/fields.ts';
import { listTaken } from '../records/unique.ts';
import { ownerOf } from './former-addresses.ts';
import { ENDLESS, ITSELF, links, UNIQUE } from './link.ts';

/** The rows of an import that cannot be stored beside the existing links, and why. */
export async function refuseLinks<Row extends Columns>(tx: Writer, rows: Row[]): Promise<Map<Row, string>> {
  const refused = await listTaken(tx, { table: links.table, unique: UNIQUE }, rows);
  const incoming = new Map(rows.map((row) => [row['slug'], row]));
  const nextOfSlug = async (slug: Columns[string] | undefined) =>
    typeof slug === 'string' ? (incoming.get(slug) ?? (await ownerOf(tx, slug))) : undefined;
  for (const row of rows) {
    const next = await nextOfSlug(row['leads_to']);
    const isItself = next !== undefined && next['key'] === row['key'];
    if (isItself) refused.set(row, ITSELF);
    else if (next?.['leads_to']) refused.set(row, ENDLESS);
  }
  return refused;
}
