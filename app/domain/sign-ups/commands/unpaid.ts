import { sql, type SqlBool } from 'kysely';
import type { Reader, Writer } from '../../../db/db.server.ts';
import type { ClubEvent } from '../../events/event.ts';
import { hasFixedDate } from '../../events/times.ts';
import { formsInUse } from '../../events/visibility.ts';
import { whileDue, type Handler } from '../../jobs/run.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { run } from '../carry-out.ts';
import type { Command } from '../decide.ts';
import { listOverdue } from '../read-sign-ups.ts';
import { lockForm, personFormOf, readStanding, type DecisionNeeds } from '../standing.ts';

/**
 * Reminds people once when they have a day left to pay. If the site was down then, they are reminded later, while there
 * is time.
 */
export function paymentReminderJobs(clubNow: () => MailingClub): Handler {
  return whileDue('payment reminder', listToRemind, (tx, { key }, now) =>
    runOn(tx, clubNow(), key, { kind: 'remind to pay' }, { remindsToPay: true }, now),
  );
}

/** Gives places that were not paid in time to those who wait, once, even if the site was down at that moment. */
export function giveUpJobs(clubNow: () => MailingClub): Handler {
  return whileDue('giving up', listToGiveUp, (tx, { key }, now) =>
    runOn(tx, clubNow(), key, { kind: 'give up unpaid' }, { givesUp: true, movesUp: true }, now),
  );
}

/** Forms with somebody to remind now; usually none. */
async function listToRemind(db: Reader, now: number): Promise<{ key: string }[]> {
  return formsWithUnpaidPlaces(db, now).where('remind_to_pay_at', '<=', now).execute();
}

/** Forms whose unpaid places are to be given up now; usually none. */
async function listToGiveUp(db: Reader, now: number): Promise<{ key: string }[]> {
  return formsWithUnpaidPlaces(db, now)
    .where('pay_by', '<=', now)
    .where('checked_in', 'is', null)
    .where((is) => is.or([is('pays_with_start', 'is', null), is('pays_with_start', '=', 0)]))
    .where((is) => is.or([is('remind_to_pay_at', 'is', null), is('remind_to_pay_at', '<=', now)]))
    .where('form_id', 'in', db.query.selectFrom('forms').select('id').where('give_up_unpaid', '=', sql.lit(1)))
    .execute();
}

/** Forms with unpaid places at public events that are still to come and not cancelled. */
function formsWithUnpaidPlaces(db: Reader, now: number) {
  return db.query
    .selectFrom('entries')
    .select('form_id as key')
    .distinct()
    .where('state', '=', 'going')
    .where('owes', 'is not', null)
    .where('paid_on', 'is', null)
    .where('form_id', 'in', formsInUse(db).where(isToCome(now)));
}

function isToCome(now: number) {
  return sql<SqlBool>`(time_start is null or time_start > ${now} or hidden_date = 1)`;
}

/** How many unpaid places would be given up at once when this event takes place after all, or is restored. */
export async function countUnpaidPastDeadline(
  db: Reader,
  event: Pick<ClubEvent, 'formId' | 'start' | 'hiddenDate'>,
  now = Date.now(),
): Promise<number> {
  const { formId } = event;
  if (formId === null || (hasFixedDate(event) && event.start <= now)) return 0;
  const form = db.query.selectFrom('forms').select('id').where('id', '=', formId).where('give_up_unpaid', '=', 1);
  return (await form.executeTakeFirst()) ? (await listOverdue(db, formId, now)).length : 0;
}

/**
 * Nobody could be expected to pay for an event that was cancelled, a draft or in the trash. If deadlines have passed
 * meanwhile, unpaid places are given up only once an officer asks for that again. The deadlines stay. Returns how
 * many people keep their place.
 */
export async function keepUnpaidPlaces(tx: Writer, event: ClubEvent, now = Date.now()): Promise<number> {
  const late = await countUnpaidPastDeadline(tx, event, now);
  if (late > 0 && event.formId !== null) await stopGivingUp(tx, event.formId);
  return late;
}

async function stopGivingUp({ query }: Writer, formId: string): Promise<void> {
  await query.updateTable('forms').set({ give_up_unpaid: null }).where('id', '=', formId).execute();
}

/** The forms with ‘Give up unpaid places’, even if their events are cancelled, drafts or over. */
export async function listFormsGivingUp({ query }: Reader): Promise<string[]> {
  const rows = await query.selectFrom('forms').select('id').where('give_up_unpaid', '=', 1).execute();
  return rows.map(({ id }) => id);
}

/** Whether this form's unpaid places are given up in time, as its event is to come, takes place and is public. */
export async function givesUpUnpaid(db: Reader, formId: string, now: number): Promise<boolean> {
  const form = db.query.selectFrom('forms').select('id').where('id', '=', formId).where('give_up_unpaid', '=', 1);
  return (await form.where('id', 'in', formsInUse(db).where(isToCome(now))).executeTakeFirst()) !== undefined;
}

/**
 * Like keepUnpaidPlaces, for events that an import brings back. `mayLose` says whether a form is new here, or gave up
 * unpaid places before the import. `gaveUp` are forms that had the setting before, and are not in the file: only the
 * return of their event can have taken it off. Returns how many people keep their place, by form.
 */
export async function keepUnpaidPlacesAfterImport(
  tx: Writer,
  { mayLose, gaveUp }: { mayLose: (formId: string) => Promise<boolean>; gaveUp: string[] },
  now: number,
): Promise<Map<string, number>> {
  const kept = new Map<string, number>();
  for (const { key: formId } of await listToGiveUp(tx, now)) {
    if (await mayLose(formId)) continue;
    kept.set(formId, (await listOverdue(tx, formId, now)).length);
    await stopGivingUp(tx, formId);
  }
  const left = new Set(await listFormsGivingUp(tx));
  for (const formId of gaveUp) {
    const late = left.has(formId) ? 0 : (await listOverdue(tx, formId, now)).length;
    if (late > 0) kept.set(formId, late);
  }
  return kept;
}

async function runOn(
  tx: Writer,
  club: MailingClub,
  formId: string,
  command: Command,
  needs: DecisionNeeds,
  now: number,
): Promise<void> {
  const lockedForm = await lockForm(tx, formId);
  const form = personFormOf(lockedForm, club.clock.timeZone, now);
  if (!form) return;
  await run(tx, club, await readStanding(tx, club, lockedForm, form, needs, now), command, { now });
}
