import { sql } from 'kysely';
import type { Database, Reader, Writer } from './db.server.ts';
import { currentName, migrations, runStep } from './migrations/all.ts';

/** Any number: the same in every process, so that copies starting at once on Postgres follow each other. */
const LOCK = 725_118;

/** One transaction, also for two processes at once. @throws when a newer version has migrated the database. */
export async function migrate(db: Database): Promise<void> {
  await db.write((tx) => withAdvisoryLock(tx, db.dialect, () => runMigrations(tx)));
}

export async function withAdvisoryLock(
  { query }: Writer,
  dialect: Database['dialect'],
  work: () => Promise<void>,
): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(query);
  await work();
}

export async function runMigrations({ query }: Writer, wanted = Object.keys(migrations)): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, ran_at bigint not null)`.execute(query);
  const done = await sql<{ name: string }>`select name from migrations`.execute(query);
  const ran = new Set(done.rows.map((row) => currentName(row.name)));
  const unknown = unknownMigration([...ran]);
  const taken = new Set(wanted.map(currentName));
  if (unknown) throw new Error(`a newer version of Clubroom has changed its tables (${unknown}); run that version`);
  for (const [name, steps] of Object.entries(migrations)) {
    if (ran.has(name) || !taken.has(name)) continue;
    for (const step of steps) await runStep(query, step);
    await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(query);
  }
}

export function unknownMigration(names: string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, currentName(name)));
}

export async function listMigrations({ query }: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(query);
  return rows.map(({ name }) => name);
}
