import type { Writer } from '../../db/db.server.ts';
import type { EventChange } from './event-change.ts';
import { isPublic } from './visibility.ts';

/** Only people who see drafts are notified of a draft's change; that an event became one, or is none any more, to everyone. */
export async function noteTopics(tx: Writer, changes: EventChange[]): Promise<void> {
  for (const { key, before, after } of changes) {
    const isSeen = [before, after].some((event) => event !== null && isPublic(event));
    tx.changed(isSeen ? 'event' : 'draft', key);
  }
}
