import { sql } from 'kysely';
import type { Reader, Writer } from '../../../db/db.server.ts';
import { formsInUse } from '../../events/visibility.ts';
import { whileDue, type Handler } from '../../jobs/run.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { run } from '../carry-out.ts';
import { lockForm, personFormOf, readStanding } from '../standing.ts';

/** Gives the places that were kept for groups to those who wait, once, even if the site was down at that moment. */
export function releaseJobs(clubNow: () => MailingClub): Handler {
  return whileDue('release', listDue, (tx, { key }, now) => release(tx, clubNow(), key, now));
}

/**
 * Forms whose places are to be released now; usually none. An import may have moved the moment since the last release.
 */
async function listDue(db: Reader, now: number): Promise<{ key: string }[]> {
  return db.query
    .selectFrom('forms')
    .select('id as key')
    .where('keep_until', '<=', now)
    .where('asks_person', '=', sql.lit(1))
    .where((is) => is.or([is('released_at', 'is', null), is('released_at', '<', is.ref('keep_until'))]))
    .where('id', 'in', formsInUse(db))
    .execute();
}

async function release(tx: Writer, club: MailingClub, formId: string, now: number): Promise<void> {
  const lockedForm = await lockForm(tx, formId);
  await tx.query.updateTable('forms').set({ released_at: now }).where('id', '=', formId).execute();
  const form = personFormOf(lockedForm, club.clock.timeZone, now);
  if (!form) return;
  const standing = await readStanding(tx, club, lockedForm, form, { movesUp: true }, now);
  await run(tx, club, standing, { kind: 'release' }, { now });
}
