import type { Writer } from '../../db/db.server.ts';
import { accountKey, legacyKey, type AccountAt } from './account-key.ts';

const NOTE = 'legacy-issuer';

/** Accounts under a subject alone are the first configured issuer's: another one's may be other people's. */
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

/** When its owner signs in again; its sessions and deeds move along. */
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
