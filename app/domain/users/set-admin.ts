import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { nameOfAccount, type Account } from './accounts.ts';

/** For whoever runs the site: no permission is asked for. */
export async function setAdmin(db: Database, accounts: Account[], isAdmin: boolean): Promise<void> {
  const flag = isAdmin ? 1 : 0;
  await db.write(async (tx) => {
    for (const account of accounts) {
      const { uid, email } = account;
      const { numUpdatedRows } = await tx.query
        .updateTable('users')
        .set({ admin: flag, granted_to: isAdmin ? email : null })
        .where('uid', '=', uid)
        .where((is) => is.or([is('admin', '!=', flag), is('admin', 'is', null)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      await noteActivity(tx, null, isAdmin ? 'granted' : 'revoked', 'user', uid, nameOfAccount(account));
      tx.changed('user', uid);
    }
  });
}
