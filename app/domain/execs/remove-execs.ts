import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { moveToTrash } from '../trash/move-to-trash.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { toExec } from './exec.ts';

/**
 * Removes executives and their images, which answer 404 from then on; whoever runs the site can restore
 * them for 30 days. Keys that are gone already are passed over.
 * @throws NotAllowed
 */
export async function removeExecs(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  requireAdmin(actor);
  await db.write(async (tx) => {
    const rows = await tx.query.deleteFrom('execs').where('key', 'in', keys).returningAll().execute();
    for (const row of rows) {
      const { name, image } = toExec(row);
      const removed = { topic: 'exec', recordKey: row.key, title: name } as const;
      await moveToTrash(tx, actor, { ...removed, rows: { execs: [row] }, files: image ? [image] : [] });
      await noteActivity(tx, actor, 'removed', 'exec', row.key, name);
      tx.changed('exec', row.key);
    }
  });
}
