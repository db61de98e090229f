import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** How many signed up and came, kept when responses are erased (docs/decisions/0009). */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('event_counts')
    .addColumn('event_key', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('sign_ups', 'integer', (column) => column.notNull())
    .addColumn('at_door', 'integer')
    .addColumn('told', 'integer')
    .addColumn('new_people', 'integer', (column) => column.notNull())
    .addColumn('counted_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('year_people')
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('year_people_pkey', ['year', 'mark'])
    .execute();
}
