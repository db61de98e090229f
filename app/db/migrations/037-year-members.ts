import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** How many members of a club's year were erased since, so that its figures stay. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('year_members')
    .addColumn('year', 'integer', (column) => column.primaryKey())
    .addColumn('paid', 'integer', (column) => column.notNull())
    .addColumn('joined', 'integer', (column) => column.notNull())
    .execute();
}
