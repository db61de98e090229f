import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** For how many days the responses to a form are kept, where it says so itself. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('forms').addColumn('responses_days', 'integer').execute();
}
