import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';

/** Where records name files: columns whose JSON holds their addresses. */
const PLACES = [
  ['events', ['image', 'gallery', 'resources']],
  ['execs', ['image']],
  ['dsc', ['img']],
  ['files_settings', ['value']],
] as const satisfies [keyof Tables, string[]][];

const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Guids asked for at once: each is one more condition on every record. */
const AT_ONCE = 50;
const PAGE = 1000;

/** Which of `guids`, in lower case, some record names: an event, an executive, a card or the slideshow. */
export async function findUsedFiles({ query }: Reader, guids: string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (let from = 0; from < guids.length; from += AT_ONCE) {
    const part = guids.slice(from, from + AT_ONCE);
    for (const [table, columns] of PLACES) {
      const text = textOf(columns);
      const naming = part.map((guid) => sql`${text} like ${`%${guid}%`}`);
      const { rows } = await sql<{ text: string }>`
        select ${text} as text from ${sql.table(table)} where ${sql.join(naming, sql` or `)}`.execute(query);
      for (const guid of part) if (rows.some((row) => row.text.includes(guid))) used.add(guid);
    }
  }
  return used;
}

/**
 * The guids, in lower case, of all files that records name. Reads every record, some at a time, and lets others work in
 * between.
 */
export async function listUsedFiles({ query }: Reader): Promise<Set<string>> {
  const used = new Set<string>();
  for (const [table, columns] of PLACES) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: { rows: { key: string; text: string }[] } = await sql<{ key: string; text: string }>`
        select key, ${textOf(columns)} as text from ${sql.table(table)} where key > ${after}
        order by key limit ${PAGE}`.execute(query);
      for (const { text } of rows) for (const [guid] of text.matchAll(GUIDS)) used.add(guid);
      after = rows.length === PAGE ? rows.at(-1)?.key : undefined;
      await setImmediate();
    }
  }
  return used;
}

/** All of a record's columns that may name files, as one text in lower case. */
function textOf(columns: readonly string[]): RawBuilder<string> {
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  return sql<string>`lower(${sql.join(texts, sql` || ' ' || `)})`;
}
