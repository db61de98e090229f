import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** How an event went, for officers alone; empty where nobody said. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of ['retro_ran_out', 'retro_change', 'retro_cost'])
    await db.schema.alterTable('events').addColumn(name, 'text').execute();
  await db.schema.alterTable('events').addColumn('retro_came', 'integer').execute();
}
