import type { Writer } from '../../db/db.server.ts';
import { keepSumOfRemoved } from '../looking-back/taken-in.ts';
import { takeForms } from '../responses/forms-of-events.ts';
import { moveToTrash } from '../trash.ts';
import type { EventChange, Why } from './event-change.ts';
import { filesOfEvent } from '../events/event.ts';

/** Puts what an officer removes in the trash, with its files and the forms and responses that no other event has. */
export async function moveEventsToTrash(tx: Writer, changes: EventChange[], why: Why, now: number): Promise<void> {
  if (why.action !== 'remove') return;
  for (const { key, before, rows } of changes) {
    if (!before || !rows.before) continue;
    const taken = await takeForms(tx, before);
    await keepSumOfRemoved(tx, before, taken, now);
    const events = { events: [rows.before], ...taken };
    const { title } = before;
    await moveToTrash(tx, why.actor, {
      topic: 'event',
      recordKey: key,
      title,
      rows: events,
      files: filesOfEvent(before),
    });
  }
}
