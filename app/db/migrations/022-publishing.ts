import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** What is empty is as before: published, taking place, announced nowhere. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('events').addColumn('publish_at', 'bigint').execute();
  await db.schema.alterTable('events').addColumn('preview_token', 'text').execute();
  await db.schema
    .createIndex('events_to_publish')
    .on('events')
    .column('publish_at')
    .where('publish_at', 'is not', null)
    .execute();
  await db.schema.alterTable('events').addColumn('cancelled', 'integer').execute();
  await db.schema.alterTable('events').addColumn('cancel_reason', 'text').execute();
  await db.schema.alterTable('events').addColumn('recap', 'text').execute();
  await db.schema.alterTable('events').addColumn('announce', 'integer').execute();
}
