import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['since', 'until']) await db.schema.alterTable('execs').addColumn(column, 'text').execute();
}
