import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  const texts = ['name', 'email', 'student_id', 'note', 'since', 'payments', 'address_key', 'search', 'paid_until'];
  let table = db.schema.createTable('members').addColumn('key', 'text', (column) => column.primaryKey());
  for (const name of [...texts, 'extra']) table = table.addColumn(name, 'text');
  await table
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  // One record per address; those without one do not count.
  await db.schema
    .createIndex('members_by_address')
    .unique()
    .on('members')
    .column('address_key')
    .where(sql.ref('address_key'), 'is not', null)
    .execute();
  await db.schema.createIndex('members_by_student_id').on('members').column('student_id').execute();
  await db.schema.createIndex('members_in_order').on('members').columns(['search', 'key']).execute();
  await db.schema
    .createTable('member_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('member_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('member_links_by_member').on('member_links').column('member_key').execute();
}
