import { sql } from 'kysely';
import type { Database, Reader, Writer } from './db.server.ts';
import { runMigrations, withAdvisoryLock } from './migrate.ts';

const BESIDE = 'clubroom_being_restored';

/** Tables begin as after the migrations `names`. Readers see the old ones until the write `tx` commits. */
export async function rebuildTables(
  tx: Writer,
  dialect: Database['dialect'],
  names: string[],
  fill: () => Promise<void>,
): Promise<void> {
  const rebuild = dialect === 'postgres' ? rebuildPostgres : rebuildSqlite;
  const build = async () => {
    await runMigrations(tx, names);
    await fill();
    await runMigrations(tx);
  };
  await withAdvisoryLock(tx, dialect, () => rebuild(tx, build));
}

async function rebuildSqlite(tx: Writer, build: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite%'`.execute(tx.query);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(tx.query);
  await build();
}

/** Only tables that the migrations make are touched: others in the database belong to somebody else. */
async function rebuildPostgres(tx: Writer, build: () => Promise<void>): Promise<void> {
  const home = await currentSchema(tx);
  await sql`create schema ${sql.id(BESIDE)}`.execute(tx.query);
  await sql`set local search_path to ${sql.id(BESIDE)}`.execute(tx.query);
  await build();
  const { rows: views } = await sql<{ name: string }>`
    select viewname as name from pg_views where schemaname = ${BESIDE}`.execute(tx.query);
  for (const { name } of views) await sql`drop view if exists ${sql.id(home, name)}`.execute(tx.query);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${BESIDE}`.execute(tx.query);
  for (const { name } of tables) await sql`drop table if exists ${sql.id(home, name)}`.execute(tx.query);
  for (const { name } of [...tables, ...views])
    await sql`alter table ${sql.id(BESIDE, name)} set schema ${sql.id(home)}`.execute(tx.query);
  await sql`set local search_path to ${sql.id(home)}`.execute(tx.query);
  await sql`drop schema ${sql.id(BESIDE)}`.execute(tx.query);
}

async function currentSchema({ query }: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(query);
  return rows[0]?.name ?? 'public';
}
