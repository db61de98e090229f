import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  let table = db.schema.createTable('pages').addColumn('key', 'text', (column) => column.primaryKey());
  for (const name of ['title', 'slug', 'text', 'place', 'former', 'preview_token', 'extra'])
    table = table.addColumn(name, 'text');
  await table
    .addColumn('publish_at', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('pages_by_address')
    .unique()
    .on('pages')
    .column('slug')
    .where(sql.ref('slug'), 'is not', null)
    .execute();
  await db.schema.createIndex('pages_by_publishing').on('pages').column('publish_at').execute();
}
