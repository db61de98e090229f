import { sql } from 'kysely';
import type { Database, Reader, Writer } from './db.server.ts';
import { migrations } from './migrations/all.ts';

/** Any number: the same in every process, so that copies starting at once on Postgres follow each other. */
const LOCK = 725_118;

/**
 * Runs the migrations that this database has not seen, all in one transaction. Two processes that start at once are
 * safe: SQLite's transaction begins with the write lock, Postgres takes an advisory one.
 * @throws when a newer version of this program has migrated it: what that changed is not known here.
 */
export async function migrate(db: Database): Promise<void> {
  await db.write((tx) => withAdvisoryLock(tx, db.dialect, () => runMigrations(tx)));
}

/** Does `work` once no other process changes tables; others are kept from it until this write ends. */
export async function withAdvisoryLock(
  { query }: Writer,
  dialect: Database['dialect'],
  work: () => Promise<void>,
): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(query);
  await work();
}

/** Runs those of the `wanted` migrations that have not been run, in order. */
export async function runMigrations({ query }: Writer, wanted = Object.keys(migrations)): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, ran_at bigint not null)`.execute(query);
  const done = await sql<{ name: string }>`select name from migrations`.execute(query);
  const ran = new Set(done.rows.map((row) => row.name));
  const unknown = unknownMigration([...ran]);
  if (unknown) throw new Error(`a newer version of Clubroom has changed its tables (${unknown}); run that version`);
  for (const [name, migration] of Object.entries(migrations)) {
    if (ran.has(name) || !wanted.includes(name)) continue;
    await migration.up(query);
    await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(query);
  }
}

/** The first of `names` that this version of the program does not have; undefined when it knows all of them. */
export function unknownMigration(names: string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name));
}

/** The migrations that `at` has seen, by name. */
export async function listMigrations({ query }: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(query);
  return rows.map(({ name }) => name);
}
