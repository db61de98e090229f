import { sql } from 'kysely';
import type { Database } from '../../db/db.server.ts';

/**
 * Gives or takes the admin flag of everyone with this e-mail, whatever its case; their open pages are told.
 * @returns how many users there are with it.
 */
export function setAdmin(db: Database, email: string, admin: boolean): Promise<number> {
  return db.write(async ({ query, changed }) => {
    const users = await query
      .updateTable('users')
      .set({ admin: admin ? 1 : 0 })
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .returning('uid')
      .execute();
    for (const { uid } of users) changed('user', uid);
    return users.length;
  });
}
