import type { Writer } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { queueJobs } from '../jobs/queue.ts';
import { mailLane } from '../jobs/turns.ts';
import { newKey } from '../keys.ts';
import { isEmail } from '../email-address.ts';
import { headerText } from './header-text.ts';
import type { MailKind, MailMessage } from './mail.ts';

export interface QueuedMail extends MailMessage {
  /** The Message-ID is made from it; the same key queues one mail, however often it is used. Default: a new key. */
  key?: string;
  kind: MailKind;
  recipient: string;
  secret?: string;
  /** Mail about the same thing shares a turn among the mail to one domain (jobs/turns.ts). Default: its kind. */
  about?: string;
  /** Epoch milliseconds; from then on the mail is useless and not sent. */
  expiresAt?: number | null;
}

/**
 * The mail is sent after this transaction is committed. Nothing that a visitor typed becomes a header.
 * @throws TypeError if the recipient or the reply-to address is not one plain address.
 */
export function queueMail(tx: Writer, mail: QueuedMail): Promise<void> {
  return queueMails(tx, [mail]);
}

/** Takes as many as fit into one statement. @throws TypeError as queueMail does */
export async function queueMails(tx: Writer, mails: QueuedMail[]): Promise<void> {
  if (mails.length === 0) return;
  const now = Date.now();
  const rows = mails.map(({ about, ...mail }) => ({ row: rowOf(mail, now), about: about ?? mail.kind }));
  const added = await tx.query
    .insertInto('outbox')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  const lanes = new Map(rows.map(({ row, about }) => [row.key, mailLane(row.recipient, about)]));
  const keys = added.map(({ key }) => key);
  await queueJobs(tx, 'mail', keys, now, (key) => lanes.get(key) ?? '');
}

function rowOf(
  { key = newKey(), kind, recipient, secret, expiresAt, ...message }: Omit<QueuedMail, 'about'>,
  now: number,
): OutboxRow {
  return {
    key,
    kind,
    recipient: checkedAddress(recipient),
    message: JSON.stringify(safe(message)),
    state: '',
    attempts: 0,
    next_at: 0,
    error: null,
    created_at: now,
    sent_at: null,
    secret: secret ?? null,
    expires_at: expiresAt ?? null,
  };
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
