import type { Reader, Writer } from '../../db/db.server.ts';
import type { SignUpState } from '../../db/tables.ts';
import { newEdition } from '../events/calendar-edition.ts';
import type { ClubEvent } from '../events/event.ts';
import { hasPassed, isWorthTelling } from '../events/when-and-where.ts';
import { listFormerForms } from '../forms/event-form.ts';
import type { MailingClub } from '../mail/mail.ts';
import { beginLastMailing, beginMailing, findLatestSince, type Mailing } from './mailings.ts';
import { writeCancellation, writeChange, writeEventIsOn, type Cancellation } from './mails.ts';
import { countReachable } from './places.ts';

/** People who cancelled are not told. */
const STATES_TO_TELL: readonly SignUpState[] = ['going', 'waiting', 'entered'];

/**
 * Tells those who signed up about a new time or place, if they can still come to it. Call it in the transaction that
 * changes it.
 */
export async function tellAboutChange(
  tx: Writer,
  club: MailingClub,
  [before, after]: [ClubEvent, ClubEvent],
  now = Date.now(),
): Promise<void> {
  if (after.cancelled || !isWorthTelling(before, after, now)) return;
  const message = writeChange(club, [before, after], await newEdition(tx, after, now));
  await mailEveryone(tx, after, { name: `changed-${after.key}-${after.version}`, message }, now);
}

/**
 * Tells those who signed up that an event does not take place, unless it already has. Call it in the transaction that
 * cancels or removes the event, before its sign-ups are gone. If it is only cancelled, pass `event` as the cancellation
 * saved it.
 */
export async function tellAboutCancellation(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  cancellation: Cancellation = {},
  now = Date.now(),
): Promise<void> {
  if (hasPassed(event, now)) return;
  const message = writeCancellation(club, event, cancellation, await newEdition(tx, event, now));
  const { isRemoved = false } = cancellation;
  // The name holds the version, so that people are told once for each save; a removal counts as one more.
  const name = `cancelled-${event.key}-${isRemoved ? event.version + 1 : event.version}`;
  await mailEveryone(tx, event, { name, message }, now, isRemoved ? beginLastMailing : beginMailing);
}

/**
 * Tells those who signed up that a cancelled event takes place after all, unless it is over. Call it in the transaction
 * that takes the cancellation back.
 */
export async function tellAboutResumption(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  now = Date.now(),
): Promise<void> {
  if (hasPassed(event, now)) return;
  const message = writeEventIsOn(club, event, await newEdition(tx, event, now));
  await mailEveryone(tx, event, { name: `changed-${event.key}-${event.version}`, message }, now);
}

/**
 * Whether the newest mailing about the event said that it is cancelled. The names of these mailings end with the event's
 * version.
 */
export async function isCancellationLastNews({ query }: Reader, { key, formId }: ClubEvent): Promise<boolean> {
  const rows = await query.selectFrom('mailings').select('key').where('form_id', '=', formId).execute();
  const lastOf = (prefix: string) => {
    const versions = rows.filter((row) => row.key.startsWith(prefix)).map((row) => row.key.slice(prefix.length));
    return Math.max(-1, ...versions.filter((version) => /^\d+$/.test(version)).map(Number));
  };
  return lastOf(`cancelled-${key}-`) > lastOf(`changed-${key}-`);
}

/** How many people get a mail when an event is cancelled, or when that is taken back. */
export async function countPeopleToTell(db: Reader, event: ClubEvent, now = Date.now()): Promise<number> {
  if (hasPassed(event, now)) return 0;
  const counts = (await formsOf(db, event)).map((formId) => countReachable(db, formId, STATES_TO_TELL));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Also people whose form has stopped asking for a person since they signed up, or was taken off the event. */
async function mailEveryone(
  tx: Writer,
  event: ClubEvent,
  { name, message }: Pick<Mailing, 'name' | 'message'>,
  now: number,
  begin = beginMailing,
): Promise<void> {
  for (const formId of await formsOf(tx, event)) {
    if ((await countReachable(tx, formId, STATES_TO_TELL)) === 0) continue;
    const signedUpBy = await findLatestSince(tx, formId, now);
    const key = formId === event.formId ? name : `${name}-${formId}`;
    await begin(tx, { key, formId, name, kind: 'event change', message, to: STATES_TO_TELL, signedUpBy }, now);
  }
}

/** The event's form, and those that were taken off it and have responses. */
async function formsOf(db: Reader, { key, formId }: ClubEvent): Promise<string[]> {
  const formerForms = await listFormerForms(db, key);
  return formId === null ? formerForms : [formId, ...formerForms];
}
