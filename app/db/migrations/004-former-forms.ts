import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('former_forms')
    .addColumn('form_id', 'text', (column) => column.primaryKey())
    .addColumn('event_key', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('former_forms_by_event').on('former_forms').column('event_key').execute();
}
