import type { Writer } from '../../db/db.server.ts';
import { keysIn } from './committees-of.ts';

/** Takes everyone out of these committees, people who were invited included. */
export async function leaveCommittees(tx: Writer, keys: string[]): Promise<void> {
  const { query } = tx;
  const users = await query
    .selectFrom('users')
    .select(['uid', 'committees'])
    .where('committees', 'is not', null)
    .execute();
  for (const { uid, committees } of users) {
    const left = without(committees, keys);
    if (left === committees) continue;
    await query.updateTable('users').set({ committees: left }).where('uid', '=', uid).execute();
    tx.changed('user', uid);
  }
  const invitations = await query
    .selectFrom('invitations')
    .select(['key', 'committees'])
    .where('committees', 'is not', null)
    .execute();
  for (const { key, committees } of invitations) {
    const left = without(committees, keys);
    if (left === committees) continue;
    await query.updateTable('invitations').set({ committees: left }).where('key', '=', key).execute();
    tx.changed('user', key);
  }
}

function without(stored: string | null, keys: string[]): string | null {
  const own = keysIn(stored);
  return own.some((key) => keys.includes(key)) ? JSON.stringify(own.filter((key) => !keys.includes(key))) : stored;
}
