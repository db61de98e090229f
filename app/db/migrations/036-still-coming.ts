import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether people are asked once more before an event, and what they said. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of ['ask_again_hours', 'pass_on'])
    await db.schema.alterTable('forms').addColumn(name, 'integer').execute();
  for (const name of ['asked_for', 'coming_for'])
    await db.schema.alterTable('entries').addColumn(name, 'bigint').execute();
}
