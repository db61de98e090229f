import type { Writer } from '../../db/db.server.ts';
import { contactKey } from './forget-mail-about.ts';
import type { MailingClub } from './mailing-club.ts';
import { queueMail } from './queue-mail.ts';
import { contactMessage, type ContactMessage } from './templates/contact-message.ts';

/** Queues a contact message for the club, in the transaction that stores it under `key`; an answer reaches the visitor. */
export async function forwardToClub(
  tx: Writer,
  club: MailingClub,
  { key, ...sent }: ContactMessage & { key: string },
): Promise<void> {
  await queueMail(tx, {
    key: contactKey(key),
    kind: 'contact message',
    recipient: club.email,
    replyTo: { name: sent.name, address: sent.email },
    ...contactMessage(club, sent),
  });
}
