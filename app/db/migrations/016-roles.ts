import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Who has the admin flag and no role is an admin, as before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('role', 'text').execute();
}
