import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { holdNote, readNote, writeNote } from '../../db/notes.ts';
import type { AnnouncementRow } from '../../db/tables.ts';
import { hasPassed, planOf } from '../events/when-and-where.ts';
import { findPublicEvent } from '../events/read-events.ts';
import { GIVE_UP_MS, giveUpMessage, retryDelay } from '../jobs/retry.ts';
import { DONE, LEASE_MS, type Handler } from '../jobs/run.ts';
import { lockAnnouncements, newAnnouncement, readPlan, queuedNow } from './announce.ts';
import { TRASH_RETENTION_MS } from '../trash.ts';
import {
  messageDigest,
  announcedTitle,
  writeMessage,
  writeWithdrawal,
  type ChatSite,
  type DiscordMessage,
} from './message.ts';
import { DAY_MS } from '../../time/durations.ts';

export interface ClaimedAnnouncement {
  key: string;
  eventKey: string;
  attempts: number;
  revision: number;
  /** The message to edit; null to post a new one. */
  messageId: string | null;
  message: DiscordMessage;
}

/** `retryAfter` is in milliseconds. */
export type AnnouncementOutcome =
  | { kind: 'sent'; messageId: string | null }
  /** The chat no longer has the message. */
  | { kind: 'deleted' }
  /** The chat did not take it, but may later. */
  | { kind: 'failed for now'; error: string; retryAfter: number | undefined }
  /** The chat did not take it and never will. */
  | { kind: 'failed'; error: string }
  | { kind: 'uncertain'; error: string };

export interface SendResult {
  outcome: AnnouncementOutcome;
  /** How long to send nothing more, in milliseconds. */
  pause?: number;
}

export type SendAnnouncement = (
  claimed: ClaimedAnnouncement,
  site: ChatSite,
  signal: AbortSignal,
) => Promise<SendResult>;

const PUBLISHED_SINCE = 'It was published after a backup was taken, which was restored since.';
const ABANDONED = 'The site was stopped while it was being sent.';
/** The note that says until when nothing is sent, because the chat asked for a pause. */
const PAUSE = 'announcements:pause';
const CHECK_AGAIN_MS = 1000;

/**
 * One job sends all announcements, so that only one copy of the site sends at a time, and only one message: an edit
 * never overtakes its post. A message is marked before anything leaves this machine; if a crash leaves it marked, it is
 * not sent again without being asked.
 */
export function announcementJob(siteNow: () => ChatSite, send: SendAnnouncement): Handler {
  return {
    kind: 'announcement',
    find: async (db, now) => ((await isAnythingDue(db, now)) ? [''] : []),
    async begin(tx, { isAbandoned }, now) {
      const pausedUntil = await lockTurn(tx);
      await markAbandonedUncertain(tx, isAbandoned ? Number.MAX_SAFE_INTEGER : now);
      // A copy of the previous version may be sending.
      if (await isSending(tx)) return { kind: 'later', at: now + CHECK_AGAIN_MS };
      const first = pausedUntil > now ? undefined : await findDue(tx, now);
      if (!first) return DONE;
      await lockAnnouncements(tx, first.event_key);
      const due = await findDue(tx, now);
      const site = siteNow();
      // If another became due first, the next round takes it.
      const claimed = due?.event_key === first.event_key ? await claimOrClose(tx, due, site, now) : undefined;
      if (!claimed) return { kind: 'again', at: now };
      return async (signal) => {
        const result = await send(claimed, site, signal);
        return async (settling) => {
          await recordOutcome(settling, claimed, result);
          return { kind: 'again', at: Date.now() };
        };
      };
    },
  };
}

async function isAnythingDue(db: Reader, now: number): Promise<boolean> {
  if (await isSending(db, now)) return true;
  return (await findDue(db, now)) !== undefined && !(await isPaused(db, now));
}

/** Messages that were being sent, but whose sender did not report back in time, become uncertain. */
async function markAbandonedUncertain(tx: Writer, until: number): Promise<void> {
  const left = await tx.query
    .updateTable('announcements')
    .set({ state: 'uncertain', error: ABANDONED })
    .where('state', '=', 'sending')
    .where('next_at', '<=', until)
    .returning('event_key')
    .execute();
  for (const { event_key } of left) tx.changed('announcement', event_key);
}

/**
 * After a restore nobody knows what was sent since the backup was taken, including messages about events whose time to
 * be published came since.
 */
export async function markUncertainAfterRestore({ query }: Writer, now = Date.now()): Promise<void> {
  await query
    .updateTable('announcements')
    .set({ state: 'uncertain', error: 'It was about to be sent when a backup was taken, which was restored since.' })
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
  const timed = await query
    .selectFrom('events')
    .select('key')
    .where('publish_at', '<=', now)
    .where('announce', '=', 1)
    .where('key', 'not in', query.selectFrom('announcements').select('event_key'))
    .execute();
  for (const { key } of timed) {
    await query
      .insertInto('announcements')
      .values({ ...newAnnouncement(key, 'published', now), state: 'uncertain', error: PUBLISHED_SINCE })
      .execute();
  }
}

async function recordOutcome(
  tx: Writer,
  claimed: ClaimedAnnouncement,
  { outcome, pause = 0 }: SendResult,
): Promise<void> {
  const now = Date.now();
  if (pause > 0) await writeNote(tx, PAUSE, String(now + pause));
  await lockAnnouncements(tx, claimed.eventKey);
  const row = await tx.query
    .selectFrom('announcements')
    .selectAll()
    .where('key', '=', claimed.key)
    .where('attempts', '=', claimed.attempts)
    // Another copy may have given this one up for dead.
    .where('state', 'in', ['sending', 'uncertain'])
    .executeTakeFirst();
  if (row) await update(tx, row, afterwards(row, claimed, outcome, now));
}

export async function countAnnouncements(db: Reader): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom('announcements')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Counts announcements that have waited since `before` or longer, and were tried in vain. */
export function countFailingAnnouncements({ query }: Reader, before: number): Promise<number> {
  return countRows(
    query
      .selectFrom('announcements')
      .where('state', 'in', ['waiting', 'failed'])
      .where('error', 'is not', null)
      .where('queued_at', '<=', before),
  );
}

/** A day longer than the trash keeps an event. */
const FORGET_MS = TRASH_RETENTION_MS + DAY_MS;

/** Forgets announcements of events that nobody can bring back from the trash any more. */
export async function forgetAnnouncements({ write }: Database, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    const { numDeletedRows } = await tx.query
      .deleteFrom('announcements')
      .where('queued_at', '<', now - FORGET_MS)
      .where('event_key', 'not in', tx.query.selectFrom('events').select('key'))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await noteErasure(tx);
  });
}

type Changes = Partial<AnnouncementRow>;

function afterwards(
  row: AnnouncementRow,
  claimed: ClaimedAnnouncement,
  outcome: AnnouncementOutcome,
  now: number,
): Changes {
  const known = { error: null, shown_digest: messageDigest(claimed.message) };
  const isOutdated = row.revision !== claimed.revision;
  if (outcome.kind === 'sent') {
    const message_id = row.message_id ?? outcome.messageId;
    const next = isOutdated && message_id !== null ? queuedNow(now) : SENT;
    return { ...known, ...next, message_id, posted_at: row.posted_at ?? now };
  }
  if (outcome.kind === 'deleted') return { ...known, state: 'deleted' };
  const { error } = outcome;
  if (outcome.kind !== 'failed for now') {
    // If the event has changed in the meantime, this is tried again, as it would be for a later change, unless it is a
    // post that may have arrived.
    const isRetried = isOutdated && (outcome.kind === 'failed' || row.message_id !== null);
    return { ...(isRetried ? queuedNow(now) : { state: outcome.kind, error }), shown_digest: null };
  }
  const delay = retryDelay(row.attempts);
  const isGivenUp = delay === undefined || now - row.queued_at >= GIVE_UP_MS;
  if (isGivenUp) return { state: 'failed', error: giveUpMessage(error), shown_digest: null };
  return { state: 'waiting', error, next_at: now + (outcome.retryAfter ?? delay), shown_digest: null };
}

const SENT = { state: 'sent' } as const;

/**
 * Marks it as being sent. If there is nothing to send any more, deletes it, or closes it as sent or failed, and returns
 * undefined.
 */
async function claimOrClose(
  tx: Writer,
  row: AnnouncementRow,
  site: ChatSite,
  now: number,
): Promise<ClaimedAnnouncement | undefined> {
  const event = await findPublicEvent(tx, row.event_key);
  const isEdit = row.message_id !== null;
  if (!isEdit && (!event?.announce || hasPassed(event, now))) {
    await tx.query.deleteFrom('announcements').where('key', '=', row.key).execute();
    tx.changed('announcement', row.event_key);
    return undefined;
  }
  const isNotAnnounced = event !== undefined && !event.announce;
  const message = event
    ? writeMessage(event, { kind: row.kind, former: readPlan(row.former_plan) }, site)
    : writeWithdrawal(row.shown_title ?? '', site);
  if (isEdit && (isNotAnnounced || row.shown_digest === messageDigest(message))) {
    await update(tx, row, { ...SENT, error: null });
    return undefined;
  }
  if (now - row.queued_at >= GIVE_UP_MS) {
    await update(tx, row, { state: 'failed', error: giveUpMessage(row.error ?? 'Nothing was sent in that time.') });
    return undefined;
  }
  const attempts = row.attempts + 1;
  await update(tx, row, {
    state: 'sending',
    attempts,
    next_at: now + LEASE_MS,
    shown_digest: null,
    ...(event && { shown_title: announcedTitle(event), shown_plan: JSON.stringify(planOf(event)) }),
  });
  const { key, event_key: eventKey, revision, message_id: messageId } = row;
  return { key, eventKey, revision, messageId, attempts, message };
}

async function update(tx: Writer, { key, event_key }: AnnouncementRow, changes: Changes): Promise<void> {
  await tx.query.updateTable('announcements').set(changes).where('key', '=', key).execute();
  tx.changed('announcement', event_key);
}

/** An earlier announcement of the same event goes first. */
function findDue({ query }: Reader, now: number): Promise<AnnouncementRow | undefined> {
  return query
    .selectFrom('announcements as due')
    .selectAll('due')
    .where('due.state', '=', 'waiting')
    .where('due.next_at', '<=', now)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('announcements as former')
            .select('former.key')
            .whereRef('former.event_key', '=', 'due.event_key')
            .whereRef('former.created_at', '<', 'due.created_at')
            .where('former.state', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('due.next_at')
    .limit(1)
    .executeTakeFirst();
}

async function isSending({ query }: Reader, until = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  const sending = query.selectFrom('announcements').select('key').where('state', '=', 'sending');
  return (await sending.where('next_at', '<=', until).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Other copies that want to send wait until this transaction has ended. Returns until when nothing is sent, in epoch
 * milliseconds.
 */
async function lockTurn(tx: Writer): Promise<number> {
  return Number(await holdNote(tx, PAUSE, '0'));
}

async function isPaused(db: Reader, now: number): Promise<boolean> {
  return Number((await readNote(db, PAUSE)) ?? 0) > now;
}
