import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await events(db);
  await team(db);
  await services(db);
  await forms(db);
  await people(db);
  await files(db);
}

async function events(db: Kysely<Tables>): Promise<void> {
  const table = db.schema
    .createTable('events')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text')
    .addColumn('presenter', 'text')
    .addColumn('description', 'text')
    .addColumn('location', 'text')
    .addColumn('form_id', 'text')
    .addColumn('signup_url', 'text')
    .addColumn('google_form_url', 'text')
    .addColumn('tentative', 'integer')
    .addColumn('dsc_event', 'integer')
    .addColumn('hidden_date', 'integer')
    .addColumn('custom_date', 'text')
    .addColumn('image', 'text')
    .addColumn('gallery', 'text')
    .addColumn('resources', 'text')
    .addColumn('time_start', 'bigint')
    .addColumn('time_end', 'bigint')
    .addColumn('extra', 'text');
  await stamped(table).execute();
  await db.schema.createIndex('events_by_start').on('events').columns(['time_start', 'key']).execute();
  await db.schema.createIndex('events_by_dsc').on('events').columns(['dsc_event', 'time_start', 'key']).execute();
  await db.schema.createIndex('events_by_form').on('events').column('form_id').execute();
}

async function team(db: Kysely<Tables>): Promise<void> {
  const table = db.schema
    .createTable('execs')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('is_current', 'integer')
    .addColumn('image', 'text')
    .addColumn('extra', 'text');
  await stamped(table).execute();
  await db.schema.createIndex('execs_by_current').on('execs').columns(['is_current', 'key']).execute();
}

async function services(db: Kysely<Tables>): Promise<void> {
  const food = db.schema
    .createTable('food')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('section', 'text')
    .addColumn('price', 'double precision')
    .addColumn('extra', 'text');
  await stamped(food).execute();
  await db.schema.createIndex('food_by_section').on('food').columns(['section', 'name', 'key']).execute();
  const dsc = db.schema
    .createTable('dsc')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text')
    .addColumn('text', 'text')
    .addColumn('img', 'text')
    .addColumn('img_alt', 'text')
    .addColumn('position', 'double precision')
    .addColumn('extra', 'text');
  await stamped(dsc).execute();
  await db.schema.createIndex('dsc_by_position').on('dsc').columns(['position', 'key']).execute();
}

async function forms(db: Kysely<Tables>): Promise<void> {
  const form = db.schema
    .createTable('forms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fields', 'text')
    .addColumn('extra', 'text');
  await stamped(form).execute();
  await db.schema
    .createTable('entries')
    .addColumn('form_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('entries_pk', ['form_id', 'key'])
    .execute();
  await db.schema.createIndex('entries_by_time').on('entries').columns(['created_at', 'form_id', 'key']).execute();
}

async function people(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('uid', 'text', (column) => column.primaryKey())
    .addColumn('admin', 'integer')
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('extra', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('users_by_email').on('users').column('email').execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('uid').execute();
  await db.schema.createIndex('sessions_by_seen').on('sessions').column('seen_at').execute();
}

async function files(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('guid', 'text', (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('blur', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  const setting = db.schema
    .createTable('files_settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull());
  await stamped(setting).execute();
  await db.schema
    .createTable('kept')
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_pk', ['collection', 'key'])
    .execute();
  await db.schema
    .createTable('notes')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

function stamped(table: ReturnType<Kysely<Tables>['schema']['createTable']>) {
  return table
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(sql`0`))
    .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(sql`0`));
}
