import type { Writer } from '../../../db/db.server.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { run } from '../carry-out.ts';
import { lockForm, personFormOf, readStanding } from '../standing.ts';

/** Gives free places to those who have waited longest, after places were added, sign-ups erased or a file imported. */
export async function moveUp(tx: Writer, club: MailingClub, formId: string, now = Date.now()): Promise<void> {
  const lockedForm = await lockForm(tx, formId);
  const form = personFormOf(lockedForm, club.clock.timeZone, now);
  if (!form) return;
  const standing = await readStanding(tx, club, lockedForm, form, { movesUp: true }, now);
  await run(tx, club, standing, { kind: 'move up' }, { now });
}
