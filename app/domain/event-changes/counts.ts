import type { Writer } from '../../db/db.server.ts';
import type { EventChange } from './event-change.ts';

/** How many came as officers say is kept with its count. */
export async function followWithCounts(tx: Writer, changes: EventChange[]): Promise<void> {
  for (const { key, before, after } of changes) {
    if (!before || !after || after.came === before.came) continue;
    const kept = tx.query.updateTable('event_counts').set({ told: after.came });
    await kept.where('event_key', '=', key).execute();
  }
}
