import type { Database } from '../../db/db.server.ts';
import { noteLateUses } from './file-uses.ts';
import { queueErasure, unlistFiles } from './release-files.ts';
import { fileUrl } from './stored-file.ts';

/** Longer than anyone leaves a form open before saving. */
const UNUSED_FOR_MS = 24 * 60 * 60_000;
const AT_ONCE = 50;

/** Uploads of forms that were never saved: they answer 404 at once; eraseDueFiles erases their content. */
export async function sweepUnused(db: Database, now = Date.now()): Promise<number> {
  await noteLateUses(db, now - UNUSED_FOR_MS);
  const unused = await db.query
    .selectFrom('files')
    .select(['path', 'name'])
    .where('created_at', '<', now - UNUSED_FOR_MS)
    .where('guid', 'not in', (uses) => uses.selectFrom('file_uses').select('file_uses.guid'))
    .execute();
  let dropped = 0;
  for (let from = 0; from < unused.length; from += AT_ONCE) {
    const part = unused.slice(from, from + AT_ONCE).map(({ path, name }) => ({ name, url: fileUrl(path, name) }));
    dropped += await db.write(async (tx) => {
      // Asked once more in there: a form may have been saved since.
      const unlisted = await unlistFiles(tx, part);
      await queueErasure(tx, unlisted, now);
      return unlisted.length;
    });
  }
  return dropped;
}
