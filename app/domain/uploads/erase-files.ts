import type { Database } from '../../db/db.server.ts';
import { isInTrash } from '../trash.ts';
import { areErasuresHeld } from './hold-erasures.ts';

const AT_ONCE = 100;
/** Where so many cannot be erased, the storage itself is the reason. */
const MOST_FAILURES = 100;

/**
 * What fails stays in the queue, and all of it while a backup is taken.
 * @throws what kept the first folder from being erased, once the others are.
 */
export async function eraseDueFiles(
  db: Database,
  eraseFolder: (path: string) => Promise<void>,
  now = Date.now(),
): Promise<number> {
  const failures = new Map<string, unknown>();
  let erased = 0;
  for (;;) {
    const due = await db.query
      .selectFrom('file_deletions')
      .select('path')
      .where('due_at', '<=', now)
      .where('path', 'not in', ['', ...failures.keys()])
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    for (const { path } of due) {
      if (await areErasuresHeld(db)) return erased;
      try {
        if (!(await isListed(db, path)) && !(await isInTrash(db, path))) await eraseFolder(path);
      } catch (reason) {
        failures.set(path, reason);
        continue;
      }
      await db.write((tx) => tx.query.deleteFrom('file_deletions').where('path', '=', path).execute());
      erased++;
    }
    if (due.length < AT_ONCE || failures.size >= MOST_FAILURES) break;
  }
  for (const reason of failures.values()) throw reason;
  return erased;
}

/** A file that came back meanwhile, from the trash or by an import, stays; one that may come back is queued again. */
async function isListed(db: Database, path: string): Promise<boolean> {
  const row = await db.query.selectFrom('files').select('guid').where('path', '=', path).executeTakeFirst();
  return row !== undefined;
}
