import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** When an Admin was done with what somebody sent. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('submissions').addColumn('done_at', 'bigint').execute();
}
