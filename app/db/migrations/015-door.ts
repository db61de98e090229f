import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('check_ins', 'text').execute();
  await db.schema
    .createTable('door_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('event_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('door_links_by_event').on('door_links').columns(['event_key', 'created_at']).execute();
}
