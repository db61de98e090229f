import { createHmac } from 'node:crypto';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { DAY_MS } from '../../time/durations.ts';
import { addressKey } from '../address-key.ts';
import { NotFound } from '../errors.ts';
import { eraseMail } from '../mail/outbox.ts';
import { newToken, tokenHash } from '../tokens.ts';

const LINK_DAYS = 400;

/** Takes the place of a token in the mail that an officer sends to themselves. */
export const TEST_TOKEN = 'trial';

/** Makes a link for each address, since each mail has its own, and returns their tokens in the same order. */
export async function newStopLinks({ query }: Writer, addresses: string[], now: number): Promise<string[]> {
  const links = addresses.map((address) => ({ token: newToken(), address }));
  if (links.length === 0) return [];
  const rows = links.map(({ token, address }) => ({
    token_hash: tokenHash(token),
    subscriber_key: addressHash(token, address),
    created_at: now,
  }));
  await query.insertInto('stop_links').values(rows).execute();
  return links.map(({ token }) => token);
}

/**
 * Only somebody who has the link can tell whose it is. The database alone must not say so, because the address may
 * have been erased.
 */
function addressHash(token: string, address: string): string {
  return createHmac('sha256', token).update(addressKey(address)).digest('base64url');
}

/** What a link does, even if the mails were already stopped; undefined if it leads nowhere. */
export async function viewStopLink(db: Reader, token: string): Promise<'test' | 'ends the mails' | undefined> {
  if (token === TEST_TOKEN) return 'test';
  return (await findStopLink(db, token)) && 'ends the mails';
}

function findStopLink({ query }: Reader, token: string, now = Date.now()) {
  return query
    .selectFrom('stop_links')
    .select('subscriber_key')
    .where('token_hash', '=', tokenHash(token))
    .where('created_at', '>', now - LINK_DAYS * DAY_MS)
    .executeTakeFirst();
}

/**
 * Also stops the mails for somebody who has subscribed again since. Calling it again changes nothing.
 * @throws NotFound for a link that leads nowhere.
 */
export async function stopMails(db: Database, token: string): Promise<void> {
  if (token === TEST_TOKEN) return;
  const link = await findStopLink(db, token);
  if (!link) throw new NotFound('This link does not work.');
  await db.write(async (tx) => {
    const rows = await tx.query.selectFrom('subscribers').select(['key', 'email']).execute();
    const theirs = rows.filter(({ key, email }) =>
      [key, addressHash(token, email ?? '')].includes(link.subscriber_key),
    );
    await eraseSubscribers(
      tx,
      theirs.map(({ key }) => key),
    );
  });
}

/** Erases them for good, with the mails that were waiting to be sent to them. Returns how many there were. */
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
      .where('created_at', '<=', now - LINK_DAYS * DAY_MS)
      .execute(),
  );
}
