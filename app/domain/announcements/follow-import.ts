import type { Writer } from '../../db/db.server.ts';
import type { EventRow } from '../../db/tables.ts';
import { requireAnyEvent } from '../events/all-events.ts';
import { planOf } from '../events/plans.ts';
import { isPublic } from '../events/visibility.ts';
import { announceEvent, holdAnnouncements, listAnnouncements, newsOf, queueEdit, wasPosted } from './announce.ts';

type Before = Pick<EventRow, 'key' | 'announce' | 'publish_at' | 'cancelled'>;

/**
 * An import wrote over an event. Of what it brings nothing is announced, then or later; but a message that stands does not
 * go on inviting to what is cancelled or not on the site any more, and officers' choice to announce the event stays.
 */
export async function followImport(tx: Writer, before: Before, now = Date.now()): Promise<void> {
  if (before.announce !== 1) return;
  await holdAnnouncements(tx, before.key);
  const rows = await listAnnouncements(tx, before.key);
  const standing = rows.findLast(wasPosted);
  if (!standing) return;
  await tx.query.updateTable('events').set({ announce: 1 }).where('key', '=', before.key).execute();
  const event = await requireAnyEvent(tx, before.key);
  // An officer's news that is about to be posted takes this with it.
  if (rows.at(-1)?.state === 'waiting' && rows.at(-1) !== standing) return announceEvent(tx, event, now);
  const kind = newsOf(event, standing, now);
  const news = kind === 'cancelled' || kind === 'resumed' ? { kind, posted_at: now } : {};
  await tx.query
    .updateTable('announcements')
    .set({ ...news, shown_plan: JSON.stringify(planOf(event)) })
    .where('key', '=', standing.key)
    .execute();
  const wasPublic = before.publish_at === null;
  const isOther = isPublic(event) !== wasPublic || event.cancelled !== (before.cancelled === 1);
  if (isOther) await queueEdit(tx, standing, now);
  tx.changed('announcement', before.key);
}

/** An import is about to remove the event. */
export async function followRemoval(tx: Writer, { key, announce }: Before): Promise<void> {
  if (announce === 1) await announceEvent(tx, { ...(await requireAnyEvent(tx, key)), publishAt: 'never' });
}
