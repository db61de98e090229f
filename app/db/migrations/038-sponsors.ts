import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  const texts = ['name', 'logo', 'alt', 'url', 'tier', 'from_day', 'until_day', 'extra'];
  let sponsors = db.schema.createTable('sponsors').addColumn('key', 'text', (column) => column.primaryKey());
  for (const name of texts) sponsors = sponsors.addColumn(name, 'text');
  await sponsors
    .addColumn('place', 'double precision')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('notices')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text')
    .addColumn('url', 'text')
    .addColumn('from_at', 'bigint')
    .addColumn('until_at', 'bigint')
    .addColumn('extra', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}
