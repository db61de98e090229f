import { inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { addressKey } from '../address-key.ts';
import type { Answers } from '../questions/answer.ts';
import type { MailingClub } from '../mail/mail.ts';
import { giveTicket, makeSecret } from './draw/enter.ts';
import { forgetEarlierSender, forgetLinks, moveLinks } from './links.ts';
import { forgetMailAbout } from './mail-about-responses.ts';
import { notifySignUp } from './mails.ts';
import { countPlaces } from './places.ts';
import {
  append,
  countForNewcomer,
  findByAddress,
  findRoster,
  listFirstWaiting,
  PERSON,
  requireOptions,
  requireSignUp,
  setState,
  SignedUpAlready,
  takeAddress,
  type OfAddress,
  type Roster,
  type SignedUp,
  type SignUp,
} from './roster.ts';
import { countMovingUp, isFree, requireOpen, stateOfNewcomer, type Origin, type RulesClub } from './rules.ts';

export interface NewSignUp {
  key: string;
  answers: Answers;
  origin: Origin;
  /** An officer, to one more than there are places. */
  hasAgreed?: boolean;
  /** The half of a ticket that the sender's browser chose, for a draw. */
  half?: string | undefined;
}

interface At {
  club: RulesClub;
  now?: number;
}

/**
 * Records a sign-up: a place while there is one and nobody waits, else the waitlist; before a draw they enter it. Anyone who
 * cancelled before is signed up anew by the key that they had, behind those who wait.
 * @throws SignedUpAlready, NoPlace, OptionFull
 */
export async function signUp(tx: Writer, roster: Roster, given: NewSignUp, at: At): Promise<SignedUp> {
  const { signUp: before, unconfirmed } = await requireFree(tx, roster, given, at);
  const key = before?.key ?? given.key;
  const made = await place(tx, roster, { ...given, key }, at);
  if (before) await forgetEarlierSender(tx, made.formId, key);
  await replaceUnconfirmed(tx, made, unconfirmed);
  return made;
}

/**
 * Signs up again by their own key anyone who had cancelled; an import may have given their address to another.
 * @throws SignedUpAlready, NoPlace, OptionFull
 */
export async function signUpAnew(
  tx: Writer,
  roster: Roster,
  { key, answers }: SignUp,
  at: At & { half?: string | undefined },
): Promise<SignedUp> {
  const again: NewSignUp = { key, answers, origin: 'visitor', half: at.half };
  const { signUp: before, unconfirmed } = await requireFree(tx, roster, again, at);
  if (before && before.key !== key) await takeAddress(tx, before);
  const made = await place(tx, roster, again, at);
  await replaceUnconfirmed(tx, made, unconfirmed);
  return made;
}

/** What was entered with the address of a sign-up is not confirmed any more: the links in its mails lead to the sign-up. */
export async function replaceUnconfirmed(tx: Writer, { formId, key }: SignUp, unconfirmed: SignUp[]): Promise<void> {
  const keys = unconfirmed.flatMap((one) => (one.key === key ? [] : [one.key]));
  // An import may bring any number of them.
  for (const part of inChunks(keys, 250)) {
    await moveLinks(tx, formId, { from: part, to: key });
    await forgetLinks(tx, formId, part);
    await tx.query.deleteFrom('entries').where('form_id', '=', formId).where('key', 'in', part).execute();
    await forgetMailAbout(
      tx,
      part.map((one) => ({ kind: 'event', form: formId, key: one })),
    );
  }
  for (const one of keys) tx.changed('entry', `${formId}/${one}`);
}

/** Gives back who that address had signed up, and holds nothing any more. */
async function requireFree(
  tx: Writer,
  { form }: Roster,
  { answers, origin }: NewSignUp,
  { club, now = Date.now() }: At,
): Promise<OfAddress> {
  // Nobody finds out by a closed form who is signed up.
  requireOpen(form, origin, club, now);
  const found = await findByAddress(tx, form.formId, addressKeyOf(answers));
  if (found.signUp && !isFree(found.signUp.state)) throw new SignedUpAlready(found.signUp);
  return found;
}

async function place(
  tx: Writer,
  roster: Roster,
  { key, answers, half, ...who }: NewSignUp,
  { now = Date.now() }: At,
): Promise<SignedUp> {
  const counts = await countForNewcomer(tx, roster);
  const state = stateOfNewcomer(roster.form, counts, who);
  await requireOptions(tx, roster, answers);
  if (state === 'entered') await makeSecret(tx, roster);
  const ticket = state === 'entered' ? await giveTicket(tx, roster.form.formId, half) : null;
  // Later than everyone's before, also where many come within one millisecond.
  const since = Math.max(now, counts.last + 1);
  return append(tx, roster, { key, answers, state, since, ticket, email: addressKeyOf(answers) }, now);
}

/** As addressKey gives it. */
export function addressKeyOf(answers: Answers): string | null {
  return addressKey(String(answers[PERSON.email] ?? '')) || null;
}

/** Who holds its address: beside a cancelled sign-up with a stranger's link its owner may have a new one (confirmation.ts). */
export async function findHolder(db: Reader, signUp: SignUp): Promise<SignUp> {
  if (signUp.state !== 'cancelled') return signUp;
  const { signUp: holder } = await findByAddress(db, signUp.formId, addressKeyOf(signUp.answers));
  return holder && !isFree(holder.state) ? holder : signUp;
}

/** Gives up a sign-up, and its place to the person who waits longest; all are written to. False where there was nothing to give up. @throws NotFound */
export async function cancelSignUp(
  tx: Writer,
  club: MailingClub,
  roster: Roster,
  key: string,
  now = Date.now(),
): Promise<boolean> {
  const before = await requireSignUp(tx, roster.form.formId, key);
  if (isFree(before.state)) return false;
  // Anyone who withdraws is not drawn; what was drawn stays as it was.
  const withdrawn = before.state === 'entered' && { ticket: null };
  await setState(tx, roster, before, { state: 'cancelled', checked_in: null, ...withdrawn });
  await notifySignUp(tx, club, roster.form.event, { ...before, state: 'cancelled' }, 'cancelled');
  await moveUp(tx, club, roster, now);
  return true;
}

export async function givePlace(tx: Writer, club: MailingClub, roster: Roster, signUp: SignUp): Promise<void> {
  // Who moves up now was not asked whether they still come.
  await setState(tx, roster, signUp, { state: 'going', asked_for: null, coming_for: null });
  await notifySignUp(tx, club, roster.form.event, { ...signUp, state: 'going' }, 'moved up');
}

/** Lets those who wait longest have the places that are free, and writes to them. */
export async function moveUp(tx: Writer, club: MailingClub, roster: Roster, now = Date.now()): Promise<void> {
  const { form } = roster;
  const free = countMovingUp(form, await countPlaces(tx, form.formId), now);
  if (free === 0) return;
  for (const one of await listFirstWaiting(tx, form.formId, free)) await givePlace(tx, club, roster, one);
}

/** As moveUp, where something else made room: more places, sign-ups that were erased, a file that was imported. */
export async function fillPlaces(tx: Writer, club: MailingClub, formId: string): Promise<void> {
  const roster = await findRoster(tx, formId, club.clock.timeZone);
  if (roster) await moveUp(tx, club, roster);
}
