import type { Writer } from '../../db/db.server.ts';
import { accountKey, legacyKey, type AccountAt } from './account-key.ts';

/** Under this name stands the issuer whose accounts those are that are kept under a subject alone. */
const NOTE = 'legacy-issuer';

/**
 * Settles, once and for all, which provider's accounts those are that are kept under a subject alone: the first that is
 * configured. Another one's accounts may have the same subjects, and are other people's. Gives back whether they are
 * this `issuer`'s.
 */
export async function settleLegacyIssuer({ query }: Writer, issuer: string): Promise<boolean> {
  const address = new URL(issuer).href;
  const { value } = await query
    .insertInto('app_state')
    .values({ name: NOTE, value: address })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((is) => ({ value: is.ref('app_state.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value === address;
}

/**
 * Moves an account that is kept under its subject alone to its own key, with its sessions and what it is known to have
 * done, when its owner signs in again: at the issuer that the accounts of before belong to.
 */
export async function moveLegacyAccount(tx: Writer, at: AccountAt & { issuer: string }): Promise<void> {
  const before = legacyKey(at.subject);
  const uid = accountKey(at);
  if (before === undefined) return;
  const { query } = tx;
  const found = await query.selectFrom('users').select(['uid', 'legacy']).where('uid', 'in', [before, uid]).execute();
  const isMoved = found.some((user) => user.uid === uid);
  const isThere = found.some((user) => user.uid === before && user.legacy === 1);
  if (isMoved || !isThere || !(await settleLegacyIssuer(tx, at.issuer))) return;
  const { numUpdatedRows } = await query
    .updateTable('users')
    .set({ uid, legacy: null })
    .where('uid', '=', before)
    .where('legacy', '=', 1)
    .executeTakeFirst();
  // Moved meanwhile, on Postgres.
  if (numUpdatedRows === 0n) return;
  await query.updateTable('sessions').set({ uid }).where('uid', '=', before).execute();
  await query.updateTable('activity').set({ uid }).where('uid', '=', before).execute();
  const about = query.updateTable('activity').set({ record_key: uid }).where('topic', '=', 'user');
  await about.where('record_key', '=', before).execute();
  tx.changed('user', before);
}
