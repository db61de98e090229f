import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Addresses that are there already are unverified until the next sign-in. Admins stay admins. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('verified_email', 'text').execute();
  await db.schema.alterTable('users').addColumn('granted_to', 'text').execute();
  // Also what a copy of the version before adds, which may run for a while beside this one.
  await db.schema
    .alterTable('users')
    .addColumn('legacy', 'integer', (column) => column.defaultTo(sql`1`))
    .execute();
  await db
    .updateTable('users')
    .set((is) => ({ granted_to: is.ref('email') }))
    .where('admin', '=', 1)
    .execute();
  // Nobody may have waited in the place that an account will have from now on: `id-` and a digest of 43 characters.
  await sql`update sessions set uid = 'was-' || uid where uid like 'id-%' and length(uid) = 46`.execute(db);
  await sql`update users set uid = 'was-' || uid where uid like 'id-%' and length(uid) = 46`.execute(db);
  // Two people could have one of these: whose sessions they are is not known.
  await db.deleteFrom('sessions').where('uid', 'like', 'sub-%').execute();
}
