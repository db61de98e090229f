import { beginOf, clubDay, dayPlus, formatClubDay } from '../../time/club-day.ts';
import type { Writer } from '../../db/db.server.ts';
import { isEmail } from '../email-address.ts';
import { newKey } from '../keys.ts';
import { writeBodies } from '../mail/bodies.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { memberMailsKey } from './erase.ts';
import { newCardLink } from './card-links.ts';
import type { MemberRow } from './member.ts';
import { paidText } from './membership.ts';

type Recipient = Pick<MemberRow, 'key' | 'email' | 'paid_until'>;

/**
 * `on request`: the person who typed the address asked for it, so it is limited per day. False if the member has no
 * address.
 */
export async function mailCard(
  tx: Writer,
  club: MailingClub,
  member: Recipient,
  why: 'by an officer' | 'on request',
): Promise<boolean> {
  const recipient = member.email ?? '';
  // An import may have brought something that is not an address.
  if (!isEmail(recipient)) return false;
  const token = await newCardLink(tx, member.key);
  await queueMail(tx, {
    key: `${memberMailsKey(member.key)}card-${newKey()}`,
    recipient,
    secret: token,
    kind: why === 'on request' ? 'membership card' : 'membership',
    subject: `Your membership card: ${club.name}`,
    ...writeBodies([
      {
        paragraph: `Here is your membership card for ${club.name}. Show it at the door; it is always up to date.`,
      },
      // The name is left out: anybody may have typed it, with somebody else's address.
      { facts: [['Status', paidText(member.paid_until ?? '', clubDay(club.clock.timeZone), club.clock)]] },
      { link: 'Show my membership card', url: `${club.publicUrl}/members/`, endsInSecret: true },
      { small: `${club.name}. Anyone with this link can use your card, so keep it to yourself.` },
    ]),
  });
  return true;
}

/** Sends one mail for each last day, however often it is called. */
export async function mailRenewal(
  tx: Writer,
  club: MailingClub,
  { key, email }: Recipient,
  until: string,
): Promise<void> {
  if (!isEmail(email ?? '')) return;
  const day = formatClubDay(until, club.clock);
  await queueMail(tx, {
    key: `${memberMailsKey(key)}ends-${until}`,
    kind: 'membership',
    recipient: email ?? '',
    expiresAt: beginOf(dayPlus(until, 1), club.clock.timeZone),
    subject: `Your membership ends on ${day}`,
    ...writeBodies([
      { paragraph: `Your membership of ${club.name} ends on ${day}. We would love you to stay.` },
      { link: 'How to renew it', url: `${club.publicUrl}/membership` },
      { small: `${club.name}. We send this only once. If you do not want to stay, you can ignore it.` },
    ]),
  });
}
