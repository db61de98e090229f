import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether a form's sign-ups count only once their address is confirmed; those that never were are found by their age. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('forms').addColumn('confirms', 'integer').execute();
  await db.schema
    .createIndex('unconfirmed_by_age')
    .on('entries')
    .column('since')
    .where(sql.ref('state'), '=', sql.lit('unconfirmed'))
    .execute();
}
