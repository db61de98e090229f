import type { Database } from '../../db/db.server.ts';
import { checkInput } from '../check-input.ts';
import { Rejected } from '../errors.ts';
import type { MailingClub } from '../mail/mail.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { cancelInput } from './cancel-input.ts';
import { lockOwn, requireUnchanged, saveOver, type EventUpdate, type SeenEvent } from './seen-event.ts';

/**
 * Cancels an event: it stays where it is and says so, and people who signed up are told, unless it is over.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function cancelEvent(
  db: Database,
  actor: Actor | null,
  { input, ...seen }: EventUpdate,
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  const { reason } = checkInput(cancelInput, input);
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [seen.key]);
    const before = await requireUnchanged(tx, seen, { actor, club });
    if (before.cancelled === 1) throw new Rejected('This event has already been cancelled.');
    const after = { ...before, cancelled: 1, cancel_reason: reason || null };
    await saveOver(tx, before, after, { action: 'cancel', actor, club }, { actor, club });
  });
}

/**
 * Makes a cancelled event take place after all, and tells people who signed up.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function resumeEvent(
  db: Database,
  actor: Actor | null,
  seen: SeenEvent,
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [seen.key]);
    const before = await requireUnchanged(tx, seen, { actor, club });
    if (before.cancelled !== 1) throw new Rejected('This event is not cancelled.');
    const after = { ...before, cancelled: null, cancel_reason: null };
    await saveOver(tx, before, after, { action: 'resume', actor, club }, { actor, club });
  });
}
