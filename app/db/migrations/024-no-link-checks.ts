import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** On Postgres an empty view stays: the admin home of the version before, which may still run beside this one, reads it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('link_checks').execute();
  await sql`delete from app_state where name = 'turn:links'`.execute(db);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`create view link_checks as select ''::text as address, 0::bigint as checked_at, null::integer as status,
    0 as failures, null::bigint as failed_since where false`.execute(db);
}
