import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await keeping(db);
  await sending(db);
  await onceOnly(db);
}

async function keeping(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('activity')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('uid', 'text')
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('verb', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('record_key', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('activity_by_time').on('activity').columns(['at', 'key']).execute();
  await db.schema
    .createTable('trash')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('record_key', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('removed_by', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('trash_by_time').on('trash').columns(['removed_at', 'key']).execute();
  await db.schema
    .createTable('file_deletions')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('file_deletions_by_due').on('file_deletions').column('due_at').execute();
  await db.schema
    .createTable('form_labels')
    .addColumn('form_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('form_labels_pk', ['form_id', 'name'])
    .execute();
}

async function sending(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('submissions')
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('submissions_pk', ['form', 'key'])
    .execute();
  await db.schema.createIndex('submissions_by_time').on('submissions').columns(['form', 'created_at']).execute();
  await db.schema
    .createTable('outbox')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute();
  await db.schema.createIndex('outbox_by_state').on('outbox').columns(['state', 'next_at']).execute();
}

async function onceOnly(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('used_tokens')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('result', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('used_tokens_by_expiry').on('used_tokens').column('expires_at').execute();
}
