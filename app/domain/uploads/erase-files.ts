import type { Database } from '../../db/db.server.ts';
import { areErasuresHeld } from './hold-erasures.ts';

const AT_ONCE = 100;

/**
 * Erases the content of files whose time has come, through `eraseFolder`, which deletes everything below a path and finds
 * nothing wrong with an empty one. What fails stays in the queue, and while a backup is taken all of it does. Gives back
 * how many folders were erased.
 */
export async function eraseDueFiles(
  db: Database,
  eraseFolder: (path: string) => Promise<void>,
  now = Date.now(),
): Promise<number> {
  let erased = 0;
  for (;;) {
    const due = await db.query
      .selectFrom('file_deletions')
      .select('path')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    for (const { path } of due) {
      if (await areErasuresHeld(db)) return erased;
      if (!(await isListed(db, path))) await eraseFolder(path);
      await db.write((tx) => tx.query.deleteFrom('file_deletions').where('path', '=', path).execute());
      erased++;
    }
    if (due.length < AT_ONCE) return erased;
  }
}

/** A file that came back meanwhile, from the trash or by an import, stays. */
async function isListed(db: Database, path: string): Promise<boolean> {
  const row = await db.query.selectFrom('files').select('guid').where('path', '=', path).executeTakeFirst();
  return row !== undefined;
}
