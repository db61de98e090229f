import type { Writer } from '../../db/db.server.ts';
import type { EventChange, Why } from './event-change.ts';
import { isPublic } from '../events/visibility.ts';

/**
 * Only people who see drafts are notified of a draft's change, and of how an event went; that an event became a draft, or is
 * none any more, to everyone.
 */
export async function noteTopics(tx: Writer, changes: EventChange[], why: Why): Promise<void> {
  for (const { key, before, after } of changes) {
    const isSeen = [before, after].some((event) => event !== null && isPublic(event));
    tx.changed(isSeen && why.deed !== 'look back' ? 'event' : 'draft', key);
  }
}
