import type { Database } from '../../db/db.server.ts';
import { areErasuresHeld } from './hold-erasures.ts';

const AT_ONCE = 100;
/** What could not be erased is tried again then, behind what others wait for. */
const AGAIN_MS = 3_600_000;

/**
 * Erases the content of files whose time has come, through `eraseFolder`, which deletes everything below a path and finds
 * nothing wrong with an empty one. While a backup is taken all of them stay in the queue. Gives back how many folders were
 * erased.
 * @throws what kept the first of them from being erased, once all the others are: it is tried again later.
 */
export async function eraseDueFiles(
  db: Database,
  eraseFolder: (path: string) => Promise<void>,
  now = Date.now(),
): Promise<number> {
  let erased = 0;
  let failed: { reason: unknown } | undefined;
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
      try {
        if (!(await isListed(db, path))) await eraseFolder(path);
      } catch (reason) {
        failed ??= { reason };
        await putOff(db, path, now + AGAIN_MS);
        continue;
      }
      await db.write((tx) => tx.query.deleteFrom('file_deletions').where('path', '=', path).execute());
      erased++;
    }
    if (due.length < AT_ONCE) break;
  }
  if (failed) throw failed.reason;
  return erased;
}

async function putOff(db: Database, path: string, until: number): Promise<void> {
  await db.write(({ query }) =>
    query.updateTable('file_deletions').set({ due_at: until }).where('path', '=', path).execute(),
  );
}

/** A file that came back meanwhile, from the trash or by an import, stays. */
async function isListed(db: Database, path: string): Promise<boolean> {
  const row = await db.query.selectFrom('files').select('guid').where('path', '=', path).executeTakeFirst();
  return row !== undefined;
}
