import type { Writer } from '../../db/db.server.ts';
import { isConsequence, type EventChange, type Why } from './event-change.ts';
import type { ClubEvent } from '../events/event.ts';
import { planOf } from '../events/when-and-where.ts';
import { isPublic } from '../events/visibility.ts';
import {
  announceEvent,
  lockAnnouncements,
  listAnnouncements,
  newsOf,
  queueEdit,
  mayHaveBeenRead,
} from '../announcements/announce.ts';

/** Queues messages to the club’s chat. Nothing that an import brings is news. A removed event counts as not public. */
export async function announceChanges(tx: Writer, changes: EventChange[], why: Why, now: number): Promise<void> {
  if (isConsequence(why) || why.action === 'save retrospective') return;
  for (const { before, after } of changes) {
    if (why.action === 'import' && !before?.announce) continue;
    if (why.action === 'import' && before && after) await correctAnnouncement(tx, before, after, now);
    else if (after) await announceEvent(tx, after, now);
    else if (before) await announceEvent(tx, { ...before, publishAt: 'never' }, now);
  }
}

/** Which of these events have a message in the chat that people may have read. */
export async function findPostedEvents(tx: Writer, keys: string[]): Promise<Set<string>> {
  const announced = new Set<string>();
  for (const key of keys) {
    await lockAnnouncements(tx, key);
    if ((await listAnnouncements(tx, key)).some(mayHaveBeenRead)) announced.add(key);
  }
  return announced;
}

/**
 * Corrects a posted message, so that it does not go on inviting people to an event that is cancelled or not on the site
 * any more.
 */
async function correctAnnouncement(tx: Writer, before: ClubEvent, event: ClubEvent, now: number): Promise<void> {
  const rows = await listAnnouncements(tx, event.key);
  const lastPost = rows.findLast(mayHaveBeenRead);
  if (!lastPost) return;
  // An officer’s news that is about to be posted includes this.
  if (rows.at(-1)?.state === 'waiting' && rows.at(-1) !== lastPost) return announceEvent(tx, event, now);
  const kind = newsOf(event, lastPost, now);
  const news = kind === 'cancelled' || kind === 'resumed' ? { kind, posted_at: now } : {};
  await tx.query
    .updateTable('announcements')
    .set({ ...news, shown_plan: JSON.stringify(planOf(event)) })
    .where('key', '=', lastPost.key)
    .execute();
  const isShownOtherwise = isPublic(event) !== isPublic(before) || event.cancelled !== before.cancelled;
  if (isShownOtherwise) await queueEdit(tx, lastPost, now);
  tx.changed('announcement', event.key);
}
