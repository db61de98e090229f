import type { Reader } from '../../db/db.server.ts';
import { readNote } from '../../db/notes.ts';
import { parseStored } from '../stored-json.ts';
import { z } from '../zod.ts';

/** The note that migration 049 writes. */
const NOTE = 'moved pages';

const movedSchema = z.array(z.object({ key: z.string(), slug: z.string() })).catch([]);

/** Pages that an update of the product gave another address, and that still have it. */
export async function listMovedPages(db: Reader) {
  const moved = movedSchema.parse(parseStored((await readNote(db, NOTE)) ?? '[]'));
  if (moved.length === 0) return [];
  const pages = await db.query
    .selectFrom('pages')
    .select(['key', 'title', 'slug'])
    .where(
      'key',
      'in',
      moved.map(({ key }) => key),
    )
    .execute();
  return pages.flatMap(({ key, title, slug }) =>
    moved.some((one) => one.key === key && one.slug === slug) ? [{ key, title: title ?? '', slug: slug ?? '' }] : [],
  );
}
