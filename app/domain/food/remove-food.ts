import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { moveToTrash } from '../trash/move-to-trash.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { toFoodItem } from './food.ts';

/**
 * Removes items from the menu; whoever runs the site can restore them for 30 days. Keys that are gone already are passed
 * over.
 * @throws NotAllowed
 */
export async function removeFood(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  requireAdmin(actor);
  await db.write(async (tx) => {
    const rows = await tx.query.deleteFrom('food').where('key', 'in', keys).returningAll().execute();
    for (const row of rows) {
      const { name } = toFoodItem(row);
      const removed = { topic: 'food', recordKey: row.key, title: name } as const;
      await moveToTrash(tx, actor, { ...removed, rows: { food: [row] }, files: [] });
      await noteActivity(tx, actor, 'removed', 'food', row.key, name);
      tx.changed('food', row.key);
    }
  });
}
