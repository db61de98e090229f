import type { Database, Writer } from '../../db/db.server.ts';
import { addressKey } from '../address-key.ts';
import { readEmail } from '../email-input.ts';
import { dropJobs, listJobs, queueJob } from '../jobs/queue.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { mailCard } from './mails.ts';

const KIND = 'card request';

/**
 * Only notes the request: the same is written for every address, and a job looks up later whose it is, apart from the
 * answer. Neither the answer nor its timing reveals who is a member.
 */
export async function requestCard(db: Database, email: string): Promise<void> {
  const read = readEmail(email, '');
  if ('address' in read) await db.write((tx) => queueJob(tx, KIND, addressKey(read.address)));
}

/** Drops the requests that have not been answered yet. */
export async function dropCardRequests(tx: Writer, isTheirs: (address: string) => boolean): Promise<void> {
  const asked = (await listJobs(tx, KIND)).map(({ key }) => key);
  await dropJobs(tx, KIND, asked.filter(isTheirs));
}

/** Sends the requested cards, to members only. */
export function cardRequests(clubNow: () => MailingClub): Handler {
  return {
    kind: KIND,
    async begin(tx, { key: address }) {
      const member = await tx.query
        .selectFrom('members')
        .select(['key', 'email', 'paid_until'])
        .where('address_key', '=', address)
        .executeTakeFirst();
      if (member) await mailCard(tx, clubNow(), member, 'on request');
      return DONE;
    },
  };
}
