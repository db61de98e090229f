import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('mailed_recipients')
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mailed_recipients_pk', ['recipient', 'place'])
    .execute();
  await db.schema.createIndex('mailed_recipients_by_time').on('mailed_recipients').column('at').execute();
}
