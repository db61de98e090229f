import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const NAMES = [
  ['kept', 'unknown_records'],
  ['notes', 'app_state'],
] as const;

/** On Postgres the old names stay as writable views: a copy of the version before may still run beside this one. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const [before, after] of NAMES) {
    await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(db);
    if (isShared) await sql`create view ${sql.table(before)} as select * from ${sql.table(after)}`.execute(db);
  }
}
