import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { nameOfAccount, type Account } from './accounts.ts';
import { columnsOf, type Role } from './roles.ts';

/** For whoever runs the site: no permission is asked for. null takes the role away. */
export async function setRole(db: Database, accounts: Account[], role: Role | null): Promise<void> {
  await db.write(async (tx) => {
    for (const account of accounts) {
      const { uid, email } = account;
      const columns = columnsOf(role);
      const { numUpdatedRows } = await tx.query
        .updateTable('users')
        .set({ ...columns, granted_to: role ? email : null })
        .where('uid', '=', uid)
        .where((is) =>
          is.not(
            is.and([
              is(is.fn.coalesce('admin', is.val(-1)), '=', columns.admin),
              is(is.fn.coalesce('role', is.val('')), '=', columns.role ?? ''),
            ]),
          ),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      await noteActivity(tx, null, role ? 'granted' : 'revoked', 'user', uid, nameOfAccount(account));
      tx.changed('user', uid);
    }
  });
}
