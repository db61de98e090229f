import type { Writer } from '../../db/db.server.ts';
import type { EventChange, Why } from './event-change.ts';
import { isPublic } from '../events/visibility.ts';

/**
 * Only people who see drafts are notified of a change of a draft, and of how an event went. Everyone is notified when
 * an event becomes a draft, or stops being one.
 */
export async function noteTopics(tx: Writer, changes: EventChange[], why: Why): Promise<void> {
  for (const { key, before, after } of changes) {
    const isSeen = [before, after].some((event) => event !== null && isPublic(event));
    tx.changed(isSeen && why.action !== 'save retrospective' ? 'event' : 'draft', key);
  }
}
