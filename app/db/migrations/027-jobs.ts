import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('queued_at', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('jobs_pkey', ['kind', 'key'])
    .execute();
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .columns(['kind', 'run_at', 'key'])
    .where(sql.ref('state'), 'in', ['waiting', 'running'])
    .execute();
  await db.schema.createIndex('outbox_by_sending').on('outbox').column('sent_at').execute();
}
