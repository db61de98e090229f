import { sql } from 'kysely';
import type { Database } from './db.server.ts';
import { migrations } from './migrations/all.ts';

/** Any number: the same in every process, so that copies starting at once on Postgres take turns. */
const LOCK = 725_118;

/**
 * Runs the migrations that this database has not seen, all in one transaction. Two processes that start at once are
 * safe: SQLite's transaction begins with the write lock, Postgres takes an advisory one.
 */
export async function migrate(db: Database): Promise<void> {
  await db.write(async ({ query }) => {
    if (db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(query);
    await sql`create table if not exists migrations (name text primary key, ran_at bigint not null)`.execute(query);
    const done = await sql<{ name: string }>`select name from migrations`.execute(query);
    const ran = new Set(done.rows.map((row) => row.name));
    for (const [name, migration] of Object.entries(migrations)) {
      if (ran.has(name)) continue;
      await migration.up(query);
      await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(query);
    }
  });
}
