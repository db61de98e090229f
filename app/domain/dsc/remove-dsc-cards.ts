import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { moveToTrash } from '../trash/move-to-trash.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { toDscCard } from './dsc-card.ts';

/**
 * Removes content cards and their images, which answer 404 from then on; whoever runs the site can restore
 * them for 30 days. Keys that are gone already are passed over.
 * @throws NotAllowed
 */
export async function removeDscCards(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  requireAdmin(actor);
  await db.write(async (tx) => {
    const rows = await tx.query.deleteFrom('dsc').where('key', 'in', keys).returningAll().execute();
    for (const row of rows) {
      const { title, img } = toDscCard(row);
      const removed = { topic: 'dsc', recordKey: row.key, title } as const;
      await moveToTrash(tx, actor, { ...removed, rows: { dsc: [row] }, files: img ? [img] : [] });
      await noteActivity(tx, actor, 'removed', 'dsc', row.key, title);
      tx.changed('dsc', row.key);
    }
  });
}
