import { createHmac } from 'node:crypto';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { DAY_MS } from '../../time/durations.ts';
import { addressKey } from '../address-key.ts';
import { NotFound } from '../errors.ts';
import { eraseMail } from '../mail/outbox.ts';
import { newToken, tokenHash } from '../tokens.ts';

const WORKS_DAYS = 400;

/** What stands in place of a token in the mail that an officer tries out. */
export const TRIAL = 'trial';

/** Returns a token for each address, in the same order, because each mail has a link of its own. */
export async function newStopLinks({ query }: Writer, addresses: string[], now: number): Promise<string[]> {
  const links = addresses.map((address) => ({ token: newToken(), address }));
  if (links.length === 0) return [];
  const rows = links.map(({ token, address }) => ({
    token_hash: tokenHash(token),
    subscriber_key: addressMark(token, address),
    created_at: now,
  }));
  await query.insertInto('stop_links').values(rows).execute();
  return links.map(({ token }) => token);
}

/**
 * Somebody who has the link can find the address again; nobody can from the database alone, because the address may
 * have been erased.
 */
function addressMark(token: string, address: string): string {
  return createHmac('sha256', token).update(addressKey(address)).digest('base64url');
}

/** What a link does, even if the mails were already stopped; undefined if it leads nowhere. */
export async function viewStopLink(db: Reader, token: string): Promise<'trial' | 'ends the mails' | undefined> {
  if (token === TRIAL) return 'trial';
  return (await findStopLink(db, token)) && 'ends the mails';
}

function findStopLink({ query }: Reader, token: string, now = Date.now()) {
  return query
    .selectFrom('stop_links')
    .select('subscriber_key')
    .where('token_hash', '=', tokenHash(token))
    .where('created_at', '>', now - WORKS_DAYS * DAY_MS)
    .executeTakeFirst();
}

/**
 * Also stops the mails for somebody who has subscribed again since. It can be called as often as somebody likes.
 * @throws NotFound for a link that leads nowhere.
 */
export async function stopMails(db: Database, token: string): Promise<void> {
  if (token === TRIAL) return;
  const link = await findStopLink(db, token);
  if (!link) throw new NotFound('This link does not work.');
  await db.write(async (tx) => {
    const rows = await tx.query.selectFrom('subscribers').select(['key', 'email']).execute();
    const theirs = rows.filter(({ key, email }) =>
      [key, addressMark(token, email ?? '')].includes(link.subscriber_key),
    );
    await eraseSubscribers(
      tx,
      theirs.map(({ key }) => key),
    );
  });
}

/** Erases them for good, with what was going to be sent to them. Returns how many there were. */
export async function eraseSubscribers(tx: Writer, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const gone = await tx.query.deleteFrom('subscribers').where('key', 'in', keys).returning(['key', 'email']).execute();
  if (gone.length === 0) return 0;
  const addresses = gone.flatMap(({ email }) => email ?? []);
  const unsent = await tx.query
    .selectFrom('outbox')
    .select('key')
    .where('kind', '=', 'digest')
    .where('sent_at', 'is', null)
    .where('recipient', 'in', addresses)
    .execute();
  await eraseMail(
    tx,
    unsent.map(({ key }) => key),
  );
  for (const { key } of gone) tx.changed('subscriber', key);
  await noteErasure(tx);
  return gone.length;
}

export async function forgetStopLinks({ write }: Database, now = Date.now()): Promise<void> {
  await write(({ query }) =>
    query
      .deleteFrom('stop_links')
      .where('created_at', '<=', now - WORKS_DAYS * DAY_MS)
      .execute(),
  );
}
