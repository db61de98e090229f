import type { Writer } from '../../db/db.server.ts';
import type { MailingClub } from '../mail/mail.ts';
import { giveTicket } from './draw/enter.ts';
import { forgetEarlierSender } from './links.ts';
import { sendLink, tellSignUp } from './mails.ts';
import { appendUnconfirmed, countForNewcomer, findByAddress, requireOptions, type Roster } from './roster.ts';
import { awaitsDraw, isFree, requireOpen, stateOfNewcomer } from './rules.ts';
import { addressOf, type NewSignUp } from './sign-ups.ts';

/**
 * Keeps a sign-up until its address is confirmed, and mails the link by which that is done; of anyone who is signed up already
 * the link to that. The sender sees no difference: whatever refuses it does so before the address is looked for.
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
  const email = addressOf(answers);
  const before = email === null ? undefined : await findByAddress(tx, form.formId, email);
  if (before && !isFree(before.state)) {
    await sendLink(tx, club, form.event, before, 'link');
    return;
  }
  // The person who signed this address up before it had to be confirmed has a link that was not mailed.
  if (before?.state === 'cancelled') await forgetEarlierSender(tx, form.formId, before.key);
  const made = await appendUnconfirmed(tx, form, {
    ...{ key: before?.key ?? key, answers, email, now },
    // What the sender's browser chose is kept; the rest is chosen anew as they enter.
    ticket: awaitsDraw(form) ? await giveTicket(tx, form.formId, half) : null,
  });
  await tellSignUp(tx, club, form.event, made, 'unconfirmed');
}
