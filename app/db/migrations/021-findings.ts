import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('link_checks')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failed_since', 'bigint')
    .execute();
  await db.schema
    .createTable('settled_findings')
    .addColumn('finding', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .execute();
}
