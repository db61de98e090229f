import { sql } from 'kysely';
import type { Writer } from '../../db/db.server.ts';
import { inChunks } from '../../db/db.server.ts';
import { holdNote } from '../../db/notes.ts';
import { Rejected } from '../errors.ts';
import type { UniqueColumn } from './define.ts';
import type { Columns } from './fields.ts';

interface Table {
  table: string;
  unique?: UniqueColumn | undefined;
}

const AT_ONCE = 500;

/** @throws Rejected with its field's message for a value that another record has. */
export async function requireUnique(tx: Writer, definition: Table, rows: Columns[]): Promise<void> {
  const { unique } = definition;
  if (!unique) return;
  const taken = await listTaken(tx, { ...definition, unique }, rows);
  if (taken.size > 0) throw new Rejected(`Nothing was saved: ${unique.taken}.`, { [unique.field]: unique.taken });
}

/**
 * Returns the rows, each with a value that no other record has, and notes about those that got another value.
 * @throws Rejected if a value is taken and the definition has no `instead`.
 */
export async function makeUnique(
  tx: Writer,
  definition: Table,
  rows: Columns[],
): Promise<{ rows: Columns[]; notes: string[] }> {
  const { unique } = definition;
  const instead = unique?.instead;
  if (!unique || !instead) {
    await requireUnique(tx, definition, rows);
    return { rows, notes: [] };
  }
  const { column } = unique;
  const given = rows.map((row) => row[column] ?? null);
  let made = rows;
  for (let at = 2; ; at++) {
    const taken = await listTaken(tx, { ...definition, unique }, made);
    const isTaken = (row: Columns) => taken.has(row) || instead.isReserved(String(row[column] ?? ''));
    if (!made.some(isTaken)) break;
    made = made.map((row, place) =>
      isTaken(row) ? { ...row, [column]: instead.value(String(given[place]), at) } : row,
    );
  }
  const notes = made.flatMap((row, at) => (row[column] === given[at] ? [] : [instead.note(String(row[column]))]));
  return { rows: made, notes };
}

/**
 * The rows whose value another record has, or a row before them, each with a message. Until this transaction ends, no
 * other copy gives out a value.
 */
export async function listTaken<Row extends Columns>(
  tx: Writer,
  { table, unique }: { table: string; unique: UniqueColumn },
  rows: Row[],
): Promise<Map<Row, string>> {
  await lockTable(tx, table);
  const values = rows.flatMap((row) => row[unique.column] ?? []);
  const owners = new Map<string, string>();
  for (const some of inChunks(values, AT_ONCE)) {
    const found = await sql<{ key: string; value: string }>`
      select key, ${sql.ref(unique.column)} as value from ${sql.table(table)}
      where ${sql.ref(unique.column)} in (${sql.join(some)})`.execute(tx.query);
    for (const { key, value } of found.rows) owners.set(value, key);
  }
  const taken = new Map<Row, string>();
  for (const row of rows) {
    const value = row[unique.column] ?? null;
    if (value === null) continue;
    const owner = owners.get(String(value));
    if (owner === undefined) owners.set(String(value), String(row['key']));
    else if (owner !== row['key']) taken.set(row, `${unique.taken} (${owner})`);
  }
  return taken;
}

/** Makes every other copy wait; on SQLite, writes wait for each other anyway. */
export async function lockTable(tx: Writer, table: string): Promise<void> {
  await holdNote(tx, `unique:${table}`);
}
