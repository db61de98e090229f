import type { Database, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { announceEvent } from '../announcements/announce.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import type { MailingClub } from '../mail/mail.ts';
import { tellCancellation, tellTakesPlace } from '../sign-ups/changes.ts';
import { fillPlaces } from '../sign-ups/mails.ts';
import { listReminders, replaceReminders } from '../sign-ups/reminders.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { cancelInput } from './cancel-input.ts';
import { draftOf } from './editable-event.ts';
import { toEvent, type ClubEvent } from './event.ts';
import { findAnyEvent } from './all-events.ts';
import { noteEvent } from './visibility.ts';

const CANCELLED = 'This event has been cancelled already.';
const TAKES_PLACE = 'This event takes place: it is not cancelled.';

export interface SavedEvent {
  key: string;
  /** The one that whoever acts has seen. */
  version: number;
}

/**
 * The event does not take place: it stays where it is and says so, and those who signed up are told, unless it is over.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function cancelEvent(
  db: Database,
  actor: Actor | null,
  { key, version, input }: SavedEvent & { input: unknown },
  club: MailingClub,
): Promise<void> {
  requireCapability(actor, 'change events');
  const { reason } = checkInput(cancelInput, input);
  await db.write(async (tx) => {
    const event = await save(tx, { key, version }, { cancelled: true, reason }, club);
    await tellCancellation(tx, club, event, { reason });
    await noteActivity(tx, actor, 'cancelled', 'event', key, event.title);
  });
}

/**
 * A cancelled event takes place after all, and those who signed up are told. Whoever waits moves up to places that were
 * given up meanwhile.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function takeBackCancellation(
  db: Database,
  actor: Actor | null,
  saved: SavedEvent,
  club: MailingClub,
): Promise<void> {
  requireCapability(actor, 'change events');
  await db.write(async (tx) => {
    const event = await save(tx, saved, { cancelled: false, reason: '' }, club);
    await tellTakesPlace(tx, club, event);
    if (event.formId !== null) await fillPlaces(tx, club, event.formId);
    await noteActivity(tx, actor, 'took back the cancellation of', 'event', event.key, event.title);
  });
}

interface Cancellation {
  cancelled: boolean;
  reason: string;
}

/** Every copy sees one of two who save at once; the other is stale. */
async function save(
  tx: Writer,
  { key, version }: SavedEvent,
  { cancelled, reason }: Cancellation,
  { clock: { timeZone } }: MailingClub,
): Promise<ClubEvent> {
  const before = await findAnyEvent(tx, key);
  if (!before) throw new NotFound('This event has been removed meanwhile.');
  if (before.version === version && before.cancelled === cancelled)
    throw new Rejected(cancelled ? CANCELLED : TAKES_PLACE);
  const reminders = await listReminders(tx, key, before.formId);
  const row = await tx.query
    .updateTable('events')
    .set({
      cancelled: cancelled ? 1 : null,
      cancel_reason: reason || null,
      version: version + 1,
      updated_at: Date.now(),
    })
    .where('key', '=', key)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Stale(await draftOf(tx, (await findAnyEvent(tx, key)) ?? before, timeZone));
  await replaceReminders(tx, reminders, await listReminders(tx, key, before.formId));
  const event = toEvent(row);
  await announceEvent(tx, event);
  noteEvent(tx, event);
  return event;
}
