import type { Database, Reader } from '../../db/db.server.ts';
import type { AnnouncementRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';
import { findAnyEvent } from '../events/with-drafts.ts';
import { eventName } from '../events/titles.ts';
import { hasPassed } from '../events/when-and-where.ts';
import { requireCapability, requireSomewhere, type Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { listAnnouncements, queuedNow } from './announce.ts';

export interface AnnouncementView {
  key: string;
  kind: AnnouncementRow['kind'];
  state: AnnouncementRow['state'];
  /** When it was first posted. This and `nextAt` are in epoch milliseconds. */
  postedAt: number | null;
  nextAt: number;
  error: string | null;
  /** Somebody has to find out whether it is there, or why it is not. */
  isOpen: boolean;
}

const OPEN: AnnouncementRow['state'][] = ['failed', 'uncertain'];

/** Oldest first. Only the last one can be open: once there is a later one, an earlier one does not matter. */
export async function viewAnnouncements(
  db: Reader,
  actor: Actor | null,
  eventKey: string,
): Promise<AnnouncementView[]> {
  requireCapability(actor, 'see content');
  const rows = await listAnnouncements(db, eventKey);
  return rows.map((row, at) => ({
    key: row.key,
    kind: row.kind,
    state: row.state,
    postedAt: row.posted_at,
    nextAt: row.next_at,
    error: row.error,
    isOpen: at === rows.length - 1 && OPEN.includes(row.state),
  }));
}

export interface OpenAnnouncement {
  key: string;
  title: string;
  state: 'failed' | 'uncertain';
}

/** Events whose last message failed, or may have, except events that are over and of which nothing was posted. */
export async function listOpenAnnouncements(
  { query }: Reader,
  actor: Actor | null,
  limit: number,
  now = Date.now(),
): Promise<OpenAnnouncement[]> {
  requireCapability(actor, 'change events');
  const rows = await query
    .selectFrom('announcements as last')
    .innerJoin('events', 'events.key', 'last.event_key')
    .select(['events.key', 'events.title', 'last.state'])
    .where('last.state', 'in', OPEN)
    .where((is) =>
      is.or([
        is('last.message_id', 'is not', null),
        is('events.time_start', 'is', null),
        is('events.hidden_date', '=', 1),
        is('events.time_start', '>', now),
        is('events.time_end', '>', now),
      ]),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('announcements as later')
            .select('later.key')
            .whereRef('later.event_key', '=', 'last.event_key')
            .whereRef('later.created_at', '>', 'last.created_at'),
        ),
      ),
    )
    .orderBy('last.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ key, title, state }) => ({
    key,
    title: eventName(title ?? ''),
    state: state === 'failed' ? state : 'uncertain',
  }));
}

/** @throws NotAllowed, NotFound; Rejected if it is no longer open, or the event is over. */
export async function announceAgain(
  db: Database,
  actor: Actor | null,
  { eventKey, key }: { eventKey: string; key: string },
  now = Date.now(),
): Promise<void> {
  requireSomewhere(actor, 'change events');
  await db.write(async (tx) => {
    await requireOn(tx, actor, 'change events', [eventKey]);
    const views = await viewAnnouncements(tx, actor, eventKey);
    const view = views.find((one) => one.key === key);
    if (!view) throw new NotFound('There is no such announcement.');
    const event = await findAnyEvent(tx, eventKey);
    if (event && view.postedAt === null && hasPassed(event, now)) throw new Rejected(OVER);
    const { numUpdatedRows } = await tx.query
      .updateTable('announcements')
      .set(queuedNow(now))
      .where('key', '=', key)
      .where('state', 'in', OPEN)
      .executeTakeFirst();
    if (!view.isOpen || numUpdatedRows === 0n) throw new Rejected(TOO_LATE[view.state] ?? CHANGED);
    await noteActivity(tx, actor, 'sent again', 'announcement', eventKey, event?.title ?? '');
    tx.changed('announcement', eventKey);
  });
}

const OVER = 'This event is over, so it is not announced any more.';
const CHANGED = 'The event has since changed. Reload the page to see it.';
const TOO_LATE: Partial<Record<AnnouncementRow['state'], string>> = {
  sent: 'This announcement has already been sent.',
  sending: 'This announcement is being sent now.',
  waiting: 'This announcement is already waiting to be sent.',
};
