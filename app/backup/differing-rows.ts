import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readBackedUp, tableFile } from './check-backup.ts';
import { MANIFEST } from './manifest.ts';
import { readLines } from './ndjson.ts';

/** Tables with the program's own notes. */
const OWN_NOTES = new Set([
  'app_state',
  'erasure_holds',
  'file_deletions',
  'file_uses',
  'jobs',
  'used_tokens',
  'sessions',
]);

const manifestSchema = z.object({ tables: z.record(z.string().regex(/^[a-z][a-z_]*$/), z.unknown()) });
const namesSchema = z.array(z.string());
const rowSchema = z.array(z.unknown());

/** Counts, for each table, the rows of `after` that are missing or different in `before`. Columns that only one of them has do not count. */
export async function differingRows(before: string, after: string): Promise<Record<string, number>> {
  const [earlier, later] = await Promise.all([tablesIn(before), tablesIn(after)]);
  const found: Record<string, number> = {};
  for (const table of later) {
    if (OWN_NOTES.has(table)) continue;
    const known = new Set<string>();
    const columns = await columnsOf(before, earlier.has(table) ? table : undefined);
    const shared = (await columnsOf(after, table)).filter((name) => columns.length === 0 || columns.includes(name));
    if (earlier.has(table)) for await (const sum of sumsIn(before, table, shared)) known.add(sum);
    let count = 0;
    for await (const sum of sumsIn(after, table, shared)) if (!known.has(sum)) count++;
    if (count > 0) found[table] = count;
  }
  return found;
}

/** The tables of a backup, even of a later version. */
async function tablesIn(folder: string): Promise<Set<string>> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  return new Set(Object.keys(manifest.tables));
}

async function columnsOf(folder: string, table: string | undefined): Promise<string[]> {
  if (table === undefined) return [];
  for await (const line of readLines(readBackedUp(folder, tableFile(table)))) return namesSchema.parse(line);
  return [];
}

async function* sumsIn(folder: string, table: string, shared: string[]): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const line of readLines(readBackedUp(folder, tableFile(table)))) {
    if (!columns) {
      columns = namesSchema.parse(line);
      continue;
    }
    const row = rowSchema.parse(line);
    const values = shared.map((name) => row[columns?.indexOf(name) ?? -1] ?? null);
    yield createHash('sha256').update(JSON.stringify(values)).digest('base64');
  }
}
