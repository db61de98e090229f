import { createHash } from 'node:crypto';
import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import type { MailKind } from './mail.ts';
import { DAY_MS } from '../../time/durations.ts';

/** As long as a mail may wait for its server, plus a day. */
const RETENTION_MS = 4 * DAY_MS;

/** How many mails of a kind one address may get in a day. Limits are for mail that anyone can cause. */
const MOST_A_DAY: Record<MailKind, number> = {
  'chat invite': 1,
  'event confirmation': 3,
  'contact message': Infinity,
  // One for each form, and one whenever its owner, who has the link, changes it.
  'sign-up': 20,
  /** For all events together, because anybody may enter anybody's address. */
  'sign-up confirmation': 3,
  'sign-up link': 3,
  // Counted separately, so that other mail cannot keep anybody from hearing about a place.
  place: 10,
  // Only officers cause these.
  'event reminder': Infinity,
  'event change': Infinity,
  // Once for each form, to the person who entered.
  draw: Infinity,
  message: Infinity,
  membership: Infinity,
  'membership card': 3,
  // An admin causes it, but its recipient may be anybody.
  invitation: 5,
  // Admins choose its recipients, of 200 items at most.
  date: Infinity,
  /** A committee may propose again with every save; all proposals wait under ‘Needs attention’ anyway. */
  proposal: 20,
  /** Anybody may enter anybody's address. */
  subscription: 3,
  // Once a week, to people who asked for it.
  digest: Infinity,
};

/**
 * False if the recipient has already had the day's mails; a mail that is tried again keeps its place. Call it only when
 * a mail is about to be sent, so that the person who caused it sees no difference.
 */
export async function reserveRecipient(
  { query }: Writer,
  { key: mail, kind, recipient: address, created_at: at }: OutboxRow,
): Promise<boolean> {
  const most = Object.entries(MOST_A_DAY).find(([name]) => name === kind)?.[1] ?? Infinity;
  if (most === Infinity) return true;
  const recipient = recipientDigest(kind, address);
  const places = query.selectFrom('mailed_recipients').select('place').where('recipient', '=', recipient);
  if (await places.where('mail', '=', mail).executeTakeFirst()) return true;
  for (let place = 0; place < most; place++) {
    // One statement, so that of two copies at the same moment, one waits for the row and sees what the other wrote.
    const { numInsertedOrUpdatedRows } = await query
      .insertInto('mailed_recipients')
      .values({ recipient, place, mail, at })
      .onConflict((conflict) =>
        conflict
          .columns(['recipient', 'place'])
          .doUpdateSet({ mail, at })
          .where('mailed_recipients.at', '<=', at - DAY_MS),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) return true;
  }
  return false;
}

/** Whether a mail sent now would be withheld, because the recipient has already had the day's mails. */
export async function isAtLimit({ query }: Reader, kind: MailKind, address: string): Promise<boolean> {
  const mailed = query.selectFrom('mailed_recipients').where('recipient', '=', recipientDigest(kind, address));
  return (await countRows(mailed.where('at', '>', Date.now() - DAY_MS))) >= MOST_A_DAY[kind];
}

export async function forgetRecipients({ write }: Database, now = Date.now()): Promise<void> {
  await write(({ query }) =>
    query
      .deleteFrom('mailed_recipients')
      .where('at', '<', now - RETENTION_MS)
      .execute(),
  );
}

/**
 * Most providers deliver all these spellings to one mailbox; with one that does not, several people share the day's
 * limit.
 */
export function recipientDigest(kind: string, address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  const mailbox = name.replace(/\+.*/, '').replaceAll('.', '') || name;
  return createHash('sha256').update(`${kind} ${mailbox}@${host}`).digest('base64url');
}
