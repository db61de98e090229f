import type { Writer } from '../../db/db.server.ts';
import type { EventChange } from './event-change.ts';

/** What an event is called and how many officers say came is kept with its count. */
export async function followWithCounts(tx: Writer, changes: EventChange[]): Promise<void> {
  for (const { key, before, after } of changes) {
    if (!before || !after || (after.title === before.title && after.came === before.came)) continue;
    const kept = tx.query.updateTable('event_counts').set({ title: after.title, told: after.came });
    await kept.where('event_key', '=', key).execute();
  }
}
