import type { Database } from '../../db/db.server.ts';
import type { MailingClub } from '../mail/mail.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { readEventRows } from '../events/with-drafts.ts';
import { changeEvents } from './change.ts';
import { lockOwn } from './seen-event.ts';

/**
 * Removes events with their files, and with the forms and responses that no other event has. People who signed up for
 * one that is still to come are told. Keys that are gone are skipped.
 * @throws NotAllowed
 */
export async function removeEvents(
  db: Database,
  actor: Actor | null,
  keys: string[],
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  await db.write(async (tx) => {
    await lockOwn(tx, actor, keys);
    const rows = await readEventRows(tx, keys);
    const pairs = rows.map((before) => ({ before, after: null }));
    await changeEvents(tx, pairs, { action: 'remove', actor, club });
  });
}
