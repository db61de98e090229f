import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';

/** Guids asked for at once: each is one more condition on every record. */
const AT_ONCE = 50;

/** Which of `guids`, in lower case, some record names: an event, an executive, a card or the slideshow. */
export async function findUsedFiles(db: Reader, guids: string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (let from = 0; from < guids.length; from += AT_ONCE) {
    const part = guids.slice(from, from + AT_ONCE);
    const texts = await textsNaming(db, part);
    for (const guid of part) if (texts.some((text) => text.includes(guid))) used.add(guid);
  }
  return used;
}

/** Everything in which one of `guids` occurs, as text in lower case. */
async function textsNaming(db: Reader, guids: string[]): Promise<string[]> {
  const { query } = db;
  const found = await Promise.all([
    query
      .selectFrom('events')
      .select(['image as a', 'gallery as b', 'resources as c'])
      .where(naming(['image', 'gallery', 'resources'], guids))
      .execute(),
    query
      .selectFrom('execs')
      .select('image as a')
      .where(naming(['image'], guids))
      .execute(),
    query
      .selectFrom('dsc')
      .select('img as a')
      .where(naming(['img'], guids))
      .execute(),
    query
      .selectFrom('files_settings')
      .select('value as a')
      .where(naming(['value'], guids))
      .execute(),
  ]);
  return found.flat().map((row) => Object.values(row).join(' ').toLowerCase());
}

function naming(columns: string[], guids: string[]): RawBuilder<boolean> {
  const text = sql`lower(${sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || `,
  )})`;
  return sql<boolean>`(${sql.join(
    guids.map((guid) => sql`${text} like ${`%${guid}%`}`),
    sql` or `,
  )})`;
}
