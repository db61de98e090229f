import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { announceEvent } from '../announcements/announce.ts';
import { skipReminders } from '../sign-ups/reminders.ts';
import { toEvent, type ClubEvent } from './event.ts';

/** All that goes with an event's becoming public, by hand or by its time, in the transaction that makes it so. */
export async function publish(tx: Writer, event: ClubEvent, now = Date.now()): Promise<void> {
  const { key } = event;
  await announceEvent(tx, event, now);
  await skipReminders(tx, (reminder) => reminder.event.key === key, now);
  tx.changed('event', key);
}

const AT_ONCE = 100;

/**
 * Publishes the events whose time has come, also after the site stood still. Whoever of several copies is first does it,
 * and the others find nothing to do.
 */
export async function publishDue(db: Database, now = Date.now()): Promise<void> {
  const due = await listToPublish(db, now);
  const failures: unknown[] = [];
  for (const { key } of due) {
    await db.write((tx) => publishOne(tx, key, now)).catch((error: unknown) => failures.push(error));
  }
  for (const failure of failures) throw failure;
}

/** Those whose time has come. */
export function listToPublish({ query }: Reader, now: number): Promise<{ key: string }[]> {
  return query
    .selectFrom('events')
    .select('key')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(AT_ONCE)
    .execute();
}

async function publishOne(tx: Writer, key: string, now: number): Promise<void> {
  const row = await tx.query
    .updateTable('events')
    .set((is) => ({ publish_at: null, preview_token: null, version: is('version', '+', 1), updated_at: now }))
    .where('key', '=', key)
    .where('publish_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  await noteActivity(tx, 'the site', 'published', 'event', key, row.title ?? '');
  await publish(tx, toEvent(row), now);
}
