import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['asks_person', 'places', 'waitlist', 'remind_hours']) {
    await db.schema.alterTable('forms').addColumn(column, 'integer').execute();
  }
  for (const column of ['opens', 'closes']) await db.schema.alterTable('forms').addColumn(column, 'bigint').execute();
  for (const column of ['state', 'email']) await db.schema.alterTable('entries').addColumn(column, 'text').execute();
  for (const column of ['since', 'checked_in']) {
    await db.schema.alterTable('entries').addColumn(column, 'bigint').execute();
  }
  // One sign-up per form and address; rows of no person have none, and do not count.
  await db.schema
    .createIndex('sign_ups_by_address')
    .unique()
    .on('entries')
    .columns(['form_id', 'email'])
    .where('email', 'is not', null)
    .execute();
  await db.schema
    .createIndex('sign_ups_in_order')
    .on('entries')
    .columns(['form_id', 'state', 'since'])
    .where(sql.ref('state'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('sign_ups_by_arrival')
    .on('entries')
    .columns(['form_id', 'since'])
    .where(sql.ref('state'), 'is not', null)
    .execute();
  await db.schema
    .createTable('sign_up_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('form_id', 'text', (column) => column.notNull())
    .addColumn('entry_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_up_links_by_entry').on('sign_up_links').columns(['form_id', 'entry_key']).execute();
  await db.schema.alterTable('outbox').addColumn('secret', 'text').execute();
}
