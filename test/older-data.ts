import { sql } from 'kysely';
import type { Database } from '../app/db/db.server.ts';
import { listTables } from '../app/db/data-version.ts';
import { runMigrations } from '../app/db/migrate.ts';
import { migrations } from '../app/db/migrations/all.ts';

/** The migrations of version 0.1's first release. */
export const FORMER_MIGRATIONS = Object.keys(migrations).filter((name) => name < '024');

/** Makes the tables anew, as the version left them that knew these migrations alone, with one event. */
export async function makeOlder(db: Database, known = FORMER_MIGRATIONS): Promise<void> {
  await db.write(async (tx) => {
    if (db.dialect === 'postgres') await sql`drop schema public cascade; create schema public`.execute(tx.query);
    else
      for (const name of await listTables(tx, db.dialect)) await sql`drop table ${sql.table(name)}`.execute(tx.query);
    await runMigrations(tx, known);
    await sql`insert into events (key, title) values ('a', 'A')`.execute(tx.query);
  });
}
