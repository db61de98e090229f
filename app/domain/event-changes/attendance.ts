import type { Writer } from '../../db/db.server.ts';
import type { EventChange } from './event-change.ts';

/** Copies how many came, as officers say, to the event’s stored count. */
export async function copyAttendance(tx: Writer, changes: EventChange[]): Promise<void> {
  for (const { key, before, after } of changes) {
    if (!before || !after || after.came === before.came) continue;
    const count = tx.query.updateTable('event_counts').set({ told: after.came });
    await count.where('event_key', '=', key).execute();
  }
}
