import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('forms').addColumn('responses_days', 'integer').execute();
}
