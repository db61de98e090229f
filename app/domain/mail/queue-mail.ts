import type { Writer } from '../../db/db.server.ts';
import { newKey } from '../keys.ts';
import { isEmail } from '../email-address.ts';
import { headerText } from './header-text.ts';
import type { MailKind, MailMessage } from './mail.ts';

export interface QueuedMail extends MailMessage {
  /** The Message-ID is made from it; the same key queues one mail however often. Left out: a new one. */
  key?: string;
  kind: MailKind;
  recipient: string;
  secret?: string;
}

/**
 * Sent after the commit of this transaction. Nothing that a visitor typed becomes a header.
 * @throws TypeError when the recipient or the address to reply to is not one plain address.
 */
export async function queueMail(
  { query }: Writer,
  { key = newKey(), kind, recipient, secret, ...message }: QueuedMail,
): Promise<void> {
  const now = Date.now();
  await query
    .insertInto('outbox')
    .values({
      key,
      kind,
      recipient: checkedAddress(recipient),
      message: JSON.stringify(safe(message)),
      state: 'waiting',
      attempts: 0,
      next_at: now,
      error: null,
      created_at: now,
      sent_at: null,
      secret: secret ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function safe({ subject, replyTo, attachments, ...bodies }: MailMessage): MailMessage {
  return {
    ...bodies,
    subject: headerText(subject),
    ...(replyTo && { replyTo: { name: headerText(replyTo.name, 80), address: checkedAddress(replyTo.address) } }),
    ...(attachments && { attachments: attachments.map((file) => ({ ...file, name: headerText(file.name) })) }),
  };
}

function checkedAddress(address: string): string {
  if (!isEmail(address)) throw new TypeError('Mail goes to one plain address');
  return address;
}
