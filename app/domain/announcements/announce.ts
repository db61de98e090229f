import type { Reader, Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import type { AnnouncementRow } from '../../db/tables.ts';
import type { ClubEvent } from '../events/event.ts';
import { isPublic } from '../events/visibility.ts';
import { hasPassed, isWorthTelling, type Plan } from '../events/when-and-where.ts';
import { newKey } from '../keys.ts';
import { readStored } from '../stored-json.ts';

/**
 * Queues a message to the club’s chat about an event, in the transaction that saves it (product.md 14): a first message
 * once the event is public, a new one if people would otherwise come in vain, and else an edit of the last one. It
 * queues nothing for an event that is not to be announced, and nothing twice. A removed event counts as not public. A
 * message counts as read as soon as it may be in the chat.
 */
export async function announceEvent(tx: Writer, event: ClubEvent, now = Date.now()): Promise<void> {
  await lockAnnouncements(tx, event.key);
  const rows = await listAnnouncements(tx, event.key);
  const last = rows.at(-1);
  const unread = last && !mayHaveBeenRead(last) ? last : undefined;
  const lastRead = rows.findLast(mayHaveBeenRead);
  const kind = event.announce ? newsOf(event, lastRead, now) : undefined;
  // Later than the one before it, even if the clock was put back.
  const created = Math.max(now, (last?.created_at ?? 0) + 1);
  if (kind) await queueNews(tx, event.key, { kind, unread, lastRead, created }, now);
  else {
    if (unread) await tx.query.deleteFrom('announcements').where('key', '=', unread.key).execute();
    if (lastRead && event.announce) await queueEdit(tx, lastRead, now);
  }
  if (kind || last) tx.changed('announcement', event.key);
}

/** Oldest first. */
export function listAnnouncements({ query }: Reader, eventKey: string): Promise<AnnouncementRow[]> {
  return query
    .selectFrom('announcements')
    .selectAll()
    .where('event_key', '=', eventKey)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}

/** Makes anyone else who sends or changes them wait. */
export async function lockAnnouncements(tx: Writer, eventKey: string): Promise<void> {
  const rows = tx.query.selectFrom('announcements').select('key').where('event_key', '=', eventKey).orderBy('key');
  await lockRows(tx, rows).execute();
}

/** Whether people may have read it. */
export function mayHaveBeenRead({ message_id, state }: AnnouncementRow): boolean {
  return message_id !== null || state === 'sending' || state === 'sent' || state === 'uncertain' || state === 'deleted';
}

export function readPlan(stored: string | null): Plan | null {
  return readStored<Plan | null>(stored, null);
}

/** The news that deserves a message of its own; undefined if there is none, or the event is over already. */
export function newsOf(
  event: ClubEvent,
  lastRead: AnnouncementRow | undefined,
  now: number,
): AnnouncementRow['kind'] | undefined {
  if (!isPublic(event)) return undefined;
  if (!lastRead) return event.cancelled || hasPassed(event, now) ? undefined : 'published';
  if (event.cancelled !== (lastRead.kind === 'cancelled')) {
    if (hasPassed(event, now)) return undefined;
    return event.cancelled ? 'cancelled' : 'resumed';
  }
  const known = readPlan(lastRead.shown_plan);
  return known && !event.cancelled && isWorthTelling(known, event, now) ? 'changed' : undefined;
}

interface News {
  kind: AnnouncementRow['kind'];
  /** An earlier message that nobody has read yet: it is written anew. */
  unread: AnnouncementRow | undefined;
  lastRead: AnnouncementRow | undefined;
  created: number;
}

async function queueNews(
  { query }: Writer,
  eventKey: string,
  { kind, unread, lastRead, created }: News,
  now: number,
): Promise<void> {
  const news = { kind, former_plan: lastRead?.shown_plan ?? null };
  if (unread) {
    // A message that waits for its next try goes on waiting, for as long as the chat has asked.
    const again = unread.state === 'failed' ? queuedNow(now) : {};
    await query
      .updateTable('announcements')
      .set({ ...news, ...again, revision: unread.revision + 1 })
      .where('key', '=', unread.key)
      .execute();
    return;
  }
  const row = { ...newAnnouncement(eventKey, kind, now), ...news, created_at: created };
  await query.insertInto('announcements').values(row).execute();
}

export function newAnnouncement(eventKey: string, kind: AnnouncementRow['kind'], now: number): AnnouncementRow {
  return {
    key: newKey(now),
    event_key: eventKey,
    kind,
    former_plan: null,
    revision: 0,
    created_at: now,
    ...queuedNow(now),
    message_id: null,
    posted_at: null,
    shown_title: null,
    shown_plan: null,
    shown_digest: null,
  };
}

export async function queueEdit({ query }: Writer, lastRead: AnnouncementRow, now: number): Promise<void> {
  const { key, state, message_id, revision } = lastRead;
  // A message without its id cannot be edited, and one that was deleted in the chat must not come back.
  const isEditable = message_id !== null && state !== 'deleted' && state !== 'sending' && state !== 'waiting';
  await query
    .updateTable('announcements')
    .set({ revision: revision + 1, ...(isEditable && queuedNow(now)) })
    .where('key', '=', key)
    .execute();
}

/** The columns of a first try, whatever came of earlier ones. */
export function queuedNow(now: number) {
  return { state: 'waiting', attempts: 0, next_at: now, queued_at: now, error: null } as const;
}
