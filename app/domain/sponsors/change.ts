import { sql } from 'kysely';
import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { NotFound } from '../errors.ts';
import type { Once } from '../records/add-once.ts';
import { recordTitle } from '../records/define.ts';
import { addRecord } from '../record-changes/save.ts';
import { holdTable } from '../records/unique.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { listSponsors, selectInOrder } from './list.ts';
import { LAST, sponsors } from './sponsor.ts';

/** Behind all others. @throws as addRecord does */
export async function addSponsor(
  db: Database,
  actor: Actor | null,
  input: unknown,
  once: Once = {},
): Promise<{ key: string }> {
  const last = (await listSponsors(db)).filter(({ order }) => order !== LAST).at(-1);
  const place = Math.min(LAST - 1, Math.trunc(last?.order ?? 0) + 1);
  return addRecord(db, actor, sponsors, input, { ...once, beside: { place } });
}

/** `to`: its place among all, from 0 on. Anyone who edits one meanwhile may still save it. @throws NotAllowed, NotFound */
export async function moveSponsor(
  db: Database,
  actor: Actor | null,
  { key, to }: { key: string; to: number },
): Promise<void> {
  requireCapability(actor, 'change content');
  await db.write(async (tx) => {
    // When two officers move sponsors at once, the second move starts from what the first left.
    await holdTable(tx, sponsors.table);
    const rows = await selectInOrder(tx).execute();
    const from = rows.findIndex((row) => row.key === key);
    const moved = rows[from];
    if (!moved) throw new NotFound('This sponsor has since been removed.');
    const ordered = rows.toSpliced(from, 1).toSpliced(Math.min(to, rows.length - 1), 0, moved);
    const changed = ordered.flatMap((row, at) => (row.place === at + 1 ? [] : [{ key: row.key, place: at + 1 }]));
    if (ordered.every((row, at) => row === rows[at])) return;
    for (const { key: one, place } of changed) {
      await sql`update sponsors set place = ${place} where key = ${one}`.execute(tx.query);
      tx.changed('sponsor', one);
    }
    await noteActivity(tx, actor, 'moved', 'sponsor', key, recordTitle(sponsors, moved));
  });
}
