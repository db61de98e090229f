import type { Writer } from '../../db/db.server.ts';
import { inviteKey } from './forget-mail-about.ts';
import type { MailingClub } from './mailing-club.ts';
import { queueMail } from './queue-mail.ts';
import { chatInvite } from './templates/chat-invite.ts';

/** Queues the chat invite for a visitor, in the transaction that stores the request under `key`. */
export async function inviteToChat(
  tx: Writer,
  club: MailingClub,
  { key, email }: { key: string; email: string },
): Promise<void> {
  await queueMail(tx, { key: inviteKey(key), kind: 'chat invite', recipient: email, ...chatInvite(club) });
}
