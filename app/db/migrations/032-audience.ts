import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whom a form's sign-ups are for, and until when. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('forms').addColumn('audience', 'text').execute();
  await db.schema.alterTable('forms').addColumn('members_until', 'bigint').execute();
}
