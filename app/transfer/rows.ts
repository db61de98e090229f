import { inChunks, type Reader, type Writer } from '../db/db.server.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Collection, RowColumns } from './collection.ts';

/** Statements of equal size are prepared only once. */
const ROWS_PER_STATEMENT = 50;

export async function selectSame<Row extends RowColumns>(
  db: Reader,
  collection: Collection<Row>,
  rows: Row[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of inChunks(rows, ROWS_PER_STATEMENT)) {
    const same = keysIn(collection, part);
    const result = await sql<Row>`select * from ${sql.table(collection.table)} where ${same}`.execute(db.query);
    found.push(...result.rows);
  }
  return found;
}

export async function selectPage<Row extends RowColumns>(
  db: Reader,
  { table, keys }: Collection<Row>,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const from = after ? sql`where (${refs(keys)}) > (${sql.join(keys.map((key) => after[key]))})` : sql``;
  const page = sql<Row>`select * from ${sql.table(table)} ${from} order by ${refs(keys)} limit ${limit}`;
  return (await page.execute(db.query)).rows;
}

/** `now` is in epoch milliseconds. */
export async function upsert<Row extends RowColumns>(
  tx: Writer,
  { table, keys, fixed = [], versioned }: Collection<Row>,
  rows: Row[],
  now: number,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const written: string[] = [...keys, ...fixed];
  const updates = columns.filter((column) => !written.includes(column)).map(overwrite);
  if (versioned) updates.push(sql`version = ${sql.ref(`${table}.version`)} + 1`, overwrite('updated_at'));
  for (const part of inChunks(rows, ROWS_PER_STATEMENT)) {
    // By name: a row that was merged with the stored one has its columns in another order.
    const values = part.map(
      (row) => sql`(${sql.join([...columns.map((column) => row[column] ?? null), ...(versioned ? [1, now] : [])])})`,
    );
    await sql`
      insert into ${sql.table(table)} (${refs(versioned ? [...columns, 'version', 'updated_at'] : columns)})
      values ${sql.join(values)}
      on conflict (${refs(keys)}) do update set ${sql.join(updates)}
    `.execute(tx.query);
  }
}

export async function remove<Row extends RowColumns>(
  tx: Writer,
  collection: Collection<Row>,
  rows: Row[],
): Promise<void> {
  for (const part of inChunks(rows, ROWS_PER_STATEMENT)) {
    await sql`delete from ${sql.table(collection.table)} where ${keysIn(collection, part)}`.execute(tx.query);
  }
}

function overwrite(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = excluded.${sql.ref(column)}`;
}

function refs(columns: string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function keysIn<Row extends RowColumns>({ keys }: Collection<Row>, rows: Row[]): RawBuilder<unknown> {
  const typed = (value: unknown) => (typeof value === 'number' ? sql`cast(${value} as integer)` : value);
  const tuples = rows.map((row) => sql`(${sql.join(keys.map((key) => typed(row[key])))})`);
  return sql`(${refs(keys)}) in (values ${sql.join(tuples)})`;
}
