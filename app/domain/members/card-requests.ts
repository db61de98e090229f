import type { Database } from '../../db/db.server.ts';
import { addressKey } from '../address-key.ts';
import { isEmail } from '../email-address.ts';
import { queueJob } from '../jobs/queue.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { tellCard } from './mails.ts';

/**
 * Notes that a card is asked for, and nothing else: the same is written for every address, and whose it is is looked up
 * apart from the answer. Whoever asks learns nothing, by its time either.
 */
export async function requestCard(db: Database, email: string): Promise<void> {
  const address = addressKey(email);
  if (isEmail(address)) await db.write((tx) => queueJob(tx, 'card request', address));
}

/** Sends the cards that were asked for, to members alone. */
export function cardRequests(clubNow: () => MailingClub): Handler {
  return {
    kind: 'card request',
    async begin(tx, { key: address }) {
      const member = await tx.query
        .selectFrom('members')
        .select(['key', 'name', 'email', 'paid_until'])
        .where('address_key', '=', address)
        .executeTakeFirst();
      if (member) await tellCard(tx, clubNow(), member, 'on request');
      return DONE;
    },
  };
}
