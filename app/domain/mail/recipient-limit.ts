import { createHash } from 'node:crypto';
import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import type { MailKind } from './mail.ts';
import { DAY_MS } from '../../time/durations.ts';

/** As long as a mail may wait for its server, and a day. */
const RETENTION_MS = 4 * DAY_MS;

/** To one address, of mails that anyone can cause. */
const MOST_A_DAY: Record<MailKind, number> = {
  'chat invite': 1,
  'event confirmation': 3,
  'contact message': Infinity,
  // Once for each form, and whenever its owner, who has the link, changes it.
  'sign-up': 20,
  /** Over all events: anybody may enter anybody's address. */
  'sign-up confirmation': 3,
  'sign-up link': 3,
  // Counted by itself: nobody loses word of a place by what else was written to them.
  place: 10,
  // Officers cause these.
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
  /** A committee may propose anew as often as it saves; all of it waits under ‘Needs attention’. */
  proposal: 20,
  /** Anybody may enter anybody's address. */
  subscription: 3,
  // Once a week, to those who asked for it.
  digest: Infinity,
};

/**
 * False where all of the recipient's places of the day are taken; a mail that is tried again has its place. Asked when
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
    // One statement: of two copies that come at the same moment one waits for the row, and sees what the other wrote.
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

/** Whether a mail that is sent now would be withheld: the recipient's places of the day are taken. */
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

/** Most providers put these spellings into one mailbox; where one does not, its people share the day's places. */
export function recipientDigest(kind: string, address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  const mailbox = name.replace(/\+.*/, '').replaceAll('.', '') || name;
  return createHash('sha256').update(`${kind} ${mailbox}@${host}`).digest('base64url');
}
