import { type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('announcements')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('event_key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('former_plan', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('queued_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('message_id', 'text')
    .addColumn('posted_at', 'bigint')
    .addColumn('shown_title', 'text')
    .addColumn('shown_plan', 'text')
    .addColumn('shown_digest', 'text')
    .execute();
  await db.schema
    .createIndex('announcements_by_event')
    .on('announcements')
    .columns(['event_key', 'created_at', 'key'])
    .execute();
  await db.schema
    .createIndex('announcements_to_do')
    .on('announcements')
    .columns(['state', 'next_at'])
    .where('state', 'in', ['waiting', 'sending', 'failed', 'uncertain'])
    .execute();
}
