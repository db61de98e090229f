import { inChunks } from './chunks.ts';
import { CompiledQuery, sql } from 'kysely';
import type { Database, Reader, Writer } from './db.server.ts';
import type { Tables } from './tables.ts';

export type AnyRow = Record<string, unknown>;

const ROWS_AT_ONCE = 500;
const VALUES_PER_STATEMENT = 2000;

export async function* readTable(
  at: Reader,
  dialect: Database['dialect'],
  table: keyof Tables,
): AsyncGenerator<AnyRow[]> {
  if (dialect === 'postgres') return yield* readThroughCursor(at, table);
  let rows: AnyRow[] = [];
  for await (const row of at.query.selectFrom(table).selectAll().stream()) {
    rows.push({ ...row });
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function* readThroughCursor({ query }: Reader, table: keyof Tables): AsyncGenerator<AnyRow[]> {
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
    // By hand: Kysely takes longer to put thousands of nodes together than the database to run them.
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
