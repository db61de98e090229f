import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const TEXTS = [
  [
    'event',
    'events',
    'key',
    ['title', 'presenter', 'description', 'location', 'signup_url', 'google_form_url', 'recap'],
  ],
  ['exec', 'execs', 'key', ['description']],
  ['dsc', 'dsc', 'key', ['text']],
  ['sponsor', 'sponsors', 'key', ['url']],
  ['notice', 'notices', 'key', ['text', 'url']],
  ['text', 'texts', 'path', ['text']],
] as const;
const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Until now, only the fields for files and the texts of pages counted. */
export async function noteFilesInTexts(db: Kysely<Tables>): Promise<void> {
  for (const [topic, table, key, columns] of TEXTS) {
    const text = sql<string>`lower(${sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    )})`;
    const { rows } = await sql<{ key: string; text: string }>`
      select ${sql.ref(key)} as key, ${text} as text from ${sql.table(table)} where ${text} like '%/files/%'`.execute(
      db,
    );
    for (const row of rows) {
      for (const guid of new Set(row.text.match(GUIDS)))
        await sql`insert into file_uses (guid, topic, record_key) values (${guid}, ${topic}, ${row.key})
          on conflict do nothing`.execute(db);
    }
  }
}
