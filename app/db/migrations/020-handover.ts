import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('handover_steps')
    .addColumn('step', 'text', (column) => column.primaryKey())
    .addColumn('done_by', 'text')
    .addColumn('done_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('handover_roles')
    .addColumn('uid', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('handover_items')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('is_done', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
