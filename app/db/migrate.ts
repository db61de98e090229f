import { sql } from 'kysely';
import { newerData, noteVersion, readDataVersion, type DataVersion } from './data-version.ts';
import type { Database, Writer } from './db.server.ts';
import { currentName, migrations, runStep } from './migrations/all.ts';

/** An arbitrary number, the same in every process, so that copies that start at once on Postgres wait for each other. */
const LOCK = 725_118;

/** Called with older data before it is changed, in only one of all processes. */
export type BeforeMigrating = (db: Database, data: DataVersion) => Promise<void>;

/** Migrates in one transaction, even if two processes start at once. @throws StartError if a newer version has written the data. */
export async function migrate(db: Database, beforeMigrating?: BeforeMigrating): Promise<void> {
  await db.write((tx) =>
    withAdvisoryLock(tx, db.dialect, async () => {
      const data = await readDataVersion(tx, db.dialect);
      if (data.age === 'newer') throw newerData(data);
      if (data.age === 'older') await beforeMigrating?.(db, data);
      await runMigrations(tx);
      await noteVersion(tx);
    }),
  );
}

export async function withAdvisoryLock(
  { query }: Writer,
  dialect: Database['dialect'],
  work: () => Promise<void>,
): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(query);
  await work();
}

/** Holds the lock until `tx` ends. False if another process is migrating or restoring. */
export async function tryMigrationLock({ query }: Writer, dialect: Database['dialect']): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is_free`.execute(query);
  return rows[0]?.is_free === true;
}

export async function runMigrations({ query }: Writer, wanted = Object.keys(migrations)): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, ran_at bigint not null)`.execute(query);
  const done = await sql<{ name: string }>`select name from migrations`.execute(query);
  const ran = new Set(done.rows.map((row) => currentName(row.name)));
  const taken = new Set(wanted.map(currentName));
  for (const [name, steps] of Object.entries(migrations)) {
    if (ran.has(name) || !taken.has(name)) continue;
    for (const step of steps) await runStep(query, step);
    await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(query);
  }
}
