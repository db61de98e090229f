import { inChunks, type Database, type Reader, type Writer } from './db.server.ts';
import { CompiledQuery, sql } from 'kysely';
import { listTables } from './data-version.ts';
import { runMigrations, withAdvisoryLock } from './migrate.ts';

export type AnyRow = Record<string, unknown>;

const ROWS_AT_ONCE = 500;
const VALUES_PER_STATEMENT = 2000;

export async function* readTable(at: Reader, dialect: Database['dialect'], table: string): AsyncGenerator<AnyRow[]> {
  if (dialect === 'postgres') return yield* readThroughCursor(at, table);
  let rows: AnyRow[] = [];
  for await (const row of at.query
    .selectFrom(sql<AnyRow>`${sql.table(table)}`.as('whole_table'))
    .selectAll()
    .stream()) {
    rows.push({ ...row });
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function* readThroughCursor({ query }: Reader, table: string): AsyncGenerator<AnyRow[]> {
  await sql`declare whole_table no scroll cursor for select * from ${sql.table(table)}`.execute(query);
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from whole_table`.execute(query);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close whole_table`.execute(query);
}

export async function insertRows(
  { query }: Writer,
  dialect: Database['dialect'],
  table: string,
  { columns, rows }: { columns: string[]; rows: unknown[][] },
): Promise<void> {
  const most = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
  for (const part of inChunks(rows, most)) {
    // Written by hand: Kysely takes longer to build thousands of nodes than the database takes to run the statement.
    const text = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${tuples(dialect, columns.length, part.length)}`;
    await query.executeQuery(CompiledQuery.raw(text, part.flat()));
  }
}

function tuples(dialect: Database['dialect'], width: number, count: number): string {
  const mark = (row: number, column: number) => (dialect === 'postgres' ? `$${row * width + column + 1}` : '?');
  const tuple = (row: number) => `(${Array.from({ length: width }, (_, column) => mark(row, column)).join(', ')})`;
  return Array.from({ length: count }, (_, row) => tuple(row)).join(', ');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const BESIDE = 'clubroom_being_restored';

/**
 * Makes all tables anew, as the migrations `names` leave them. Readers see the old ones until the write `tx` commits.
 * `obsolete`: other tables and views to drop.
 */
export async function rebuildTables(
  tx: Writer,
  dialect: Database['dialect'],
  names: string[],
  fill: () => Promise<void>,
  obsolete: string[] = [],
): Promise<void> {
  const build = async () => {
    await runMigrations(tx, names);
    await fill();
    await runMigrations(tx);
  };
  await withAdvisoryLock(tx, dialect, () =>
    dialect === 'postgres' ? rebuildPostgres(tx, obsolete, build) : rebuildSqlite(tx, build),
  );
}

async function rebuildSqlite(tx: Writer, build: () => Promise<void>): Promise<void> {
  const { rows: views } = await sql<{ name: string }>`select name from sqlite_master where type = 'view'`.execute(
    tx.query,
  );
  for (const { name } of views) await sql`drop view ${sql.table(name)}`.execute(tx.query);
  for (const name of await listTables(tx, 'sqlite')) await sql`drop table ${sql.table(name)}`.execute(tx.query);
  await build();
}

/** Touches only tables that migrations make; others in the database belong to somebody else. */
async function rebuildPostgres(tx: Writer, obsolete: string[], build: () => Promise<void>): Promise<void> {
  const home = await currentSchema(tx);
  await sql`create schema ${sql.id(BESIDE)}`.execute(tx.query);
  await sql`set local search_path to ${sql.id(BESIDE)}`.execute(tx.query);
  await build();
  const made = await relationsIn(tx, BESIDE);
  const names = new Set([...made.tables, ...made.views, ...obsolete]);
  const there = await relationsIn(tx, home);
  for (const name of there.views)
    if (names.has(name)) await sql`drop view ${sql.id(home, name)} cascade`.execute(tx.query);
  for (const name of there.tables) if (names.has(name)) await sql`drop table ${sql.id(home, name)}`.execute(tx.query);
  for (const name of [...made.tables, ...made.views])
    await sql`alter table ${sql.id(BESIDE, name)} set schema ${sql.id(home)}`.execute(tx.query);
  await sql`set local search_path to ${sql.id(home)}`.execute(tx.query);
  await sql`drop schema ${sql.id(BESIDE)}`.execute(tx.query);
}

interface Relations {
  tables: string[];
  views: string[];
}

async function relationsIn({ query }: Reader, schema: string): Promise<Relations> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema}`.execute(query);
  const { rows: views } = await sql<{ name: string }>`
    select viewname as name from pg_views where schemaname = ${schema}`.execute(query);
  return { tables: tables.map(({ name }) => name), views: views.map(({ name }) => name) };
}

/** The tables and views in the current schema. Empty for SQLite, where nobody else has tables in the database. */
export async function listRelations(at: Reader, dialect: Database['dialect']): Promise<string[]> {
  if (dialect === 'sqlite') return [];
  const { tables, views } = await relationsIn(at, await currentSchema(at));
  return [...tables, ...views];
}

async function currentSchema({ query }: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(query);
  return rows[0]?.name ?? 'public';
}
