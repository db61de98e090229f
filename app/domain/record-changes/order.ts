import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { NotFound } from '../errors.ts';
import { recordTitle, type RecordDefinition, type Row } from '../records/define.ts';
import { LAST } from '../records/fields.ts';
import { lockTable } from '../records/unique.ts';
import { nounOf } from '../topics.ts';

export function isOrdered({ fields }: Pick<RecordDefinition, 'fields'>): boolean {
  return fields['order'] !== undefined;
}

export async function nextPlace({ query }: Reader, { table }: Pick<RecordDefinition, 'table'>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(place) as last from ${sql.table(table)} where place < ${LAST}`.execute(query);
  return Math.min(LAST - 1, Math.trunc(rows[0]?.last ?? 0) + 1);
}

interface Move {
  key: string;
  /** Its new place among all records, from 0. */
  to: number;
}

/** Keeps the versions, so that somebody who is editing a record can still save it. @throws NotAllowed, NotFound */
export async function moveRecord(
  db: Database,
  actor: Actor | null,
  definition: RecordDefinition,
  { key, to }: Move,
): Promise<void> {
  const { topic, table } = definition;
  requireCapability(actor, definition.capability ?? 'change content');
  await db.write(async (tx) => {
    // If two officers move records at once, the second move starts from what the first left.
    await lockTable(tx, table);
    const rows = await listInOrder(tx, table);
    const from = rows.findIndex((row) => row.key === key);
    const moved = rows[from];
    if (!moved) throw new NotFound(`This ${nounOf(topic)} has since been removed.`);
    const ordered = rows.toSpliced(from, 1).toSpliced(Math.min(to, rows.length - 1), 0, moved);
    if (ordered.every((row, at) => row === rows[at])) return;
    const changed = ordered.flatMap((row, at) => (row['place'] === at + 1 ? [] : [{ key: row.key, place: at + 1 }]));
    for (const one of changed) {
      await sql`update ${sql.table(table)} set place = ${one.place} where key = ${one.key}`.execute(tx.query);
      tx.changed(topic, one.key);
    }
    await noteActivity(tx, actor, 'moved', topic, key, recordTitle(definition, moved));
  });
}

async function listInOrder({ query }: Writer, table: string): Promise<Row[]> {
  const all = sql<Row>`select * from ${sql.table(table)} order by coalesce(place, ${LAST}), key`;
  return (await all.execute(query)).rows;
}
