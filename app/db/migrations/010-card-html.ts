import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Cleaned when it is saved: showing a page reads nobody's HTML. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('dsc').addColumn('html', 'text').execute();
}
