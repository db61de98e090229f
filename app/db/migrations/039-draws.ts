import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Places that are given by a draw: the form's secret and what came out, each entry's ticket. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('forms').addColumn('draw', 'integer').execute();
  await db.schema.alterTable('forms').addColumn('draw_secret', 'text').execute();
  await db.schema.alterTable('forms').addColumn('drawn_at', 'bigint').execute();
  await db.schema.alterTable('forms').addColumn('drawn', 'text').execute();
  await db.schema.alterTable('entries').addColumn('ticket', 'text').execute();
  await db.schema
    .createIndex('entries_by_ticket')
    .unique()
    .on('entries')
    .columns(['form_id', 'ticket'])
    .where(sql.ref('ticket'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('forms_to_draw')
    .on('forms')
    .column('closes')
    .where(sql.ref('draw'), '=', sql.lit(1))
    .execute();
}
