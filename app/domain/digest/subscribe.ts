import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { clubDay } from '../../time/club-day.ts';
import { DAY_MS } from '../../time/durations.ts';
import { addressKey } from '../address-key.ts';
import { readEmail } from '../email-input.ts';
import { NotFound } from '../errors.ts';
import { dropJobs, listJobs, queueJob } from '../jobs/queue.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { lockTable } from '../records/unique.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { writeConfirmation } from './mails.ts';
import { subscribers } from './subscriber.ts';

const KIND = 'subscription request';
const ENDS_AFTER_DAYS = 3;
const ENDS_AFTER_MS = ENDS_AFTER_DAYS * DAY_MS;
const MOST_A_DAY = 3;

/**
 * Only records that somebody asked for the mail, whatever the address is. A job looks up later whether the address is
 * known, so that the answer to the browser cannot reveal it.
 */
export async function requestSubscription(db: Database, email: string): Promise<void> {
  const read = readEmail(email, '');
  if ('address' in read) await db.write((tx) => queueJob(tx, KIND, read.address));
}

/** Asks people who do not get the mail yet to confirm that they want it. */
export function subscriptionRequests(clubNow: () => MailingClub): Handler {
  return {
    kind: KIND,
    async begin(tx, { key: email }, now) {
      if ((await findByAddress(tx, email)) || (await countAsked(tx, email, now)) >= MOST_A_DAY) return DONE;
      await mailConfirmation(tx, clubNow(), email, now);
      return DONE;
    },
  };
}

async function findByAddress({ query }: Reader, email: string) {
  const known = query.selectFrom('subscribers').select('key').where('address_key', '=', addressKey(email));
  return known.executeTakeFirst();
}

function countAsked({ query }: Reader, email: string, now: number): Promise<number> {
  const asked = query.selectFrom('subscription_requests').where('email', '=', addressKey(email));
  return countRows(asked.where('created_at', '>', now - DAY_MS));
}

async function mailConfirmation(tx: Writer, club: MailingClub, email: string, now: number): Promise<void> {
  const token = newToken();
  const row = { token_hash: tokenHash(token), email: addressKey(email), created_at: now };
  await tx.query.insertInto('subscription_requests').values(row).execute();
  await queueMail(tx, {
    key: `subscription-${newKey()}`,
    kind: 'subscription',
    recipient: email,
    secret: token,
    expiresAt: now + ENDS_AFTER_MS,
    ...writeConfirmation(club, ENDS_AFTER_DAYS),
  });
}

function findRequest({ query }: Reader, token: string, now: number) {
  return query
    .selectFrom('subscription_requests')
    .select('email')
    .where('token_hash', '=', tokenHash(token))
    .where('created_at', '>', now - ENDS_AFTER_MS)
    .executeTakeFirst();
}

/**
 * The address that a link confirms, and whether it was confirmed; undefined for a link that leads nowhere, or has
 * ended.
 */
export async function viewRequest(db: Reader, token: string, now = Date.now()) {
  const request = await findRequest(db, token, now);
  return request && { email: request.email, isConfirmed: (await findByAddress(db, request.email)) !== undefined };
}

/** Confirming again changes nothing. @throws NotFound for a link that leads nowhere, or has ended. */
export async function confirmSubscription(
  db: Database,
  token: string,
  timeZone: string,
  now = Date.now(),
): Promise<void> {
  await db.write(async (tx) => {
    const request = await findRequest(tx, token, now);
    if (!request) throw new NotFound('This link does not work, or no longer does.');
    await lockTable(tx, subscribers.table);
    if (await findByAddress(tx, request.email)) return;
    const key = newKey(now);
    const row = { key, email: request.email, address_key: addressKey(request.email), since: clubDay(timeZone, now) };
    await tx.query
      .insertInto('subscribers')
      .values({ ...row, extra: null, version: 0, updated_at: now })
      .execute();
    tx.changed('subscriber', key);
  });
}

/** Forgets people who have not confirmed in time, and links that have been used. */
export async function forgetRequests({ write }: Database, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    const old = tx.query.deleteFrom('subscription_requests').where('created_at', '<=', now - ENDS_AFTER_MS);
    const { numDeletedRows } = await old.executeTakeFirst();
    if (numDeletedRows > 0n) await noteErasure(tx);
  });
}

/** Also drops their requests that no job has handled yet. */
export async function eraseRequests(tx: Writer, isTheirs: (address: string) => boolean): Promise<void> {
  const asked = (await listJobs(tx, KIND)).map(({ key }) => key);
  await dropJobs(tx, KIND, asked.filter(isTheirs));
  const rows = await tx.query.selectFrom('subscription_requests').select(['token_hash', 'email']).execute();
  for (const { token_hash: hash, email } of rows) {
    if (isTheirs(email)) await tx.query.deleteFrom('subscription_requests').where('token_hash', '=', hash).execute();
  }
}
