import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('expires_at', 'bigint').execute();
  await db.schema
    .createTable('mailings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('form_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('states', 'text', (column) => column.notNull())
    .addColumn('signed_up_by', 'bigint')
    .addColumn('event_key', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('recipients', 'text')
    .addColumn('done_up_to', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('done_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('mailings_to_do')
    .on('mailings')
    .columns(['created_at', 'key'])
    .where(sql.ref('done_at'), 'is', null)
    .execute();
}
