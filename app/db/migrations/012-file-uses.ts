import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const HOLDERS = [
  ['event', 'events', ['image', 'gallery', 'resources']],
  ['exec', 'execs', ['image']],
  ['dsc', 'dsc', ['img']],
  ['files', 'files_settings', ['value']],
] as const;
const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AT_ONCE = 500;

export async function noteFileUses(db: Kysely<Tables>): Promise<void> {
  for (const [topic, table, columns] of HOLDERS) {
    const text = sql<string>`lower(${sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    )})`;
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: { rows: { key: string; text: string }[] } = await sql<{ key: string; text: string }>`
        select key, ${text} as text from ${sql.table(table)} where key > ${after}
        order by key limit ${AT_ONCE}`.execute(db);
      const uses = page.rows.flatMap(({ key, text: named }) =>
        [...new Set(named.match(GUIDS))].map((guid) => sql`(${guid}, ${topic}, ${key})`),
      );
      for (let from = 0; from < uses.length; from += AT_ONCE) {
        const part = sql.join(uses.slice(from, from + AT_ONCE));
        await sql`insert into file_uses (guid, topic, record_key) values ${part}`.execute(db);
      }
      after = page.rows.length === AT_ONCE ? page.rows.at(-1)?.key : undefined;
    }
  }
}
