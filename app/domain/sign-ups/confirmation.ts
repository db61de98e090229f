import type { Writer } from '../../db/db.server.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { writeAnswers } from '../questions/answer.ts';
import { giveTicket } from './draw/enter.ts';
import { halfOf } from './draw/tickets.ts';
import { hasAnsweredLinks, moveLinks } from './links.ts';
import { sendLink, notifySignUp } from './mails.ts';
import {
  appendUnconfirmed,
  countForNewcomer,
  findByAddress,
  requireOptions,
  takeAddress,
  type Roster,
  type SignUp,
} from './roster.ts';
import { awaitsDraw, isFree, requireOpen, stateOfNewcomer } from './rules.ts';
import { addressKeyOf, replaceUnconfirmed, signUp, signUpAnew, type NewSignUp } from './sign-ups.ts';

/** Of one address at one event: more than its mails of a day could confirm. */
const MOST_UNCONFIRMED = 10;

/**
 * Stores a sign-up until its address is confirmed, and mails the link by which that is done; of anyone who is signed up already
 * the link to that. The sender sees no difference: whatever refuses it does so before the address is looked for. It is stored
 * by itself: anybody may enter any address, so nothing changes of what is there.
 * @throws NoPlace, OptionFull
 */
export async function requestConfirmation(
  tx: Writer,
  club: MailingClub,
  roster: Roster,
  { key, answers, half }: Pick<NewSignUp, 'key' | 'answers' | 'half'>,
  now = Date.now(),
): Promise<void> {
  const { form } = roster;
  requireOpen(form, 'visitor', club, now);
  stateOfNewcomer(form, await countForNewcomer(tx, roster), { origin: 'visitor' });
  await requireOptions(tx, roster, answers);
  const email = addressKeyOf(answers);
  const { signUp: before, unconfirmed } = await findByAddress(tx, form.formId, email);
  if (before && !isFree(before.state)) {
    await sendLink(tx, club, form.event, before, 'link');
    return;
  }
  const same = unconfirmed.find((one) => writeAnswers(one.answers) === writeAnswers(answers));
  if (!same && unconfirmed.length >= MOST_UNCONFIRMED) return;
  const made = await appendUnconfirmed(tx, form, {
    ...{ key: same?.key ?? key, answers, email, now },
    // What the sender's browser chose stays; the rest is chosen anew as they enter.
    ticket: awaitsDraw(form) ? await giveTicket(tx, form.formId, half) : null,
  });
  await notifySignUp(tx, club, form.event, made, 'unconfirmed');
}

/**
 * What waited until its address was confirmed counts from now on; where that address was signed up meanwhile, its links lead
 * there.
 * @throws NoPlace, OptionFull
 */
export async function confirmAddress(tx: Writer, club: MailingClub, roster: Roster, entered: SignUp): Promise<void> {
  const { form } = roster;
  const { key, answers, ticket } = entered;
  const { signUp: known, unconfirmed } = await findByAddress(tx, form.formId, addressKeyOf(answers));
  if (known && !isFree(known.state)) return replaceUnconfirmed(tx, known, unconfirmed);
  if (known) await leaveToStrangers(tx, known, key);
  const half = ticket === null ? undefined : halfOf(ticket);
  const made = await signUp(tx, roster, { key, answers, origin: 'visitor', half }, { club });
  await notifySignUp(tx, club, form.event, made, made.state);
}

/** Signs up again anyone who had cancelled, and has the mail of the address. @throws SignedUpAlready, NoPlace, OptionFull */
export async function signUpAgainByMail(
  tx: Writer,
  club: MailingClub,
  roster: Roster,
  { cancelled, half }: { cancelled: SignUp; half: string | undefined },
): Promise<void> {
  const key = newKey();
  const made = (await leaveToStrangers(tx, cancelled, key))
    ? await signUp(tx, roster, { key, answers: cancelled.answers, origin: 'visitor', half }, { club })
    : await signUpAnew(tx, roster, cancelled, { club, half });
  await notifySignUp(tx, club, roster.form.event, made, made.state);
}

/**
 * A link that was not mailed may be a stranger's, who is not to see whether the owner was let in: a cancelled sign-up that has
 * one stays as it is, and the mailed links lead to the new one. False where there is none.
 */
async function leaveToStrangers(tx: Writer, cancelled: SignUp, key: string): Promise<boolean> {
  if (!(await hasAnsweredLinks(tx, cancelled.formId, cancelled.key))) return false;
  await takeAddress(tx, cancelled);
  await moveLinks(tx, cancelled.formId, { from: [cancelled.key], to: key });
  return true;
}
