import type { Database } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { queueErasure } from '../uploads/release-files.ts';
import { readTrashContent, TRASH_KEPT_MS } from './trash-content.ts';

/**
 * Gives up for good what was removed more than 30 days before `now` (epoch milliseconds): the records, and through the
 * queue of eraseDueFiles what their files hold. Gives back how many removals that were.
 */
export function eraseOldTrash(db: Database, now = Date.now()): Promise<number> {
  return db.write(async (tx) => {
    const rows = await tx.query
      .deleteFrom('trash')
      .where('removed_at', '<', now - TRASH_KEPT_MS)
      .returning('content')
      .execute();
    for (const row of rows) {
      await queueErasure(tx, readTrashContent(row)?.files ?? [], now);
    }
    if (rows.length > 0) await noteErasure(tx);
    return rows.length;
  });
}
