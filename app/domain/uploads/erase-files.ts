import { isInTrash, TRASH_RETENTION_MS } from '../trash.ts';
import { noteMissingUses } from '../file-uses/file-uses.ts';
import { queueErasure, unlistFiles } from '../file-uses/link-files.ts';
import { fileUrl, holdFiles } from '../files/stored-file.ts';
import { randomUUID } from 'node:crypto';
import { type Database, inChunks, type Reader } from '../../db/db.server.ts';

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

/** Longer than anyone leaves a form open before saving. */
const UNUSED_FOR_MS = 24 * 60 * 60_000;

/**
 * Uploads of forms that were never saved, and what no record names any more since the trash would have forgotten it: they
 * answer 404 at once; eraseDueFiles erases their content.
 */
export async function sweepUnused(db: Database, now = Date.now()): Promise<number> {
  await noteMissingUses(db, now - UNUSED_FOR_MS);
  const unused = await db.query
    .selectFrom('files')
    .select('guid')
    .where('created_at', '<', now - UNUSED_FOR_MS)
    .where((is) => is.or([is('unused_since', 'is', null), is('unused_since', '<', now - TRASH_RETENTION_MS)]))
    .where('guid', 'not in', (uses) => uses.selectFrom('file_uses').select('file_uses.guid'))
    .execute();
  let dropped = 0;
  for (const part of inChunks(unused, AT_ONCE)) {
    dropped += await db.write(async (tx) => {
      // Asked once more in there: a form may have been saved since, and again without it.
      const rows = await holdFiles(
        tx,
        part.map(({ guid }) => guid),
      );
      const due = rows.filter(({ unused_since: since }) => since === null || since < now - TRASH_RETENTION_MS);
      const unlisted = await unlistFiles(
        tx,
        due.map(({ path, name }) => ({ name, url: fileUrl(path, name) })),
      );
      await queueErasure(tx, unlisted, now);
      return unlisted.length;
    });
  }
  return dropped;
}

const LASTS_MS = 10 * 60_000;
const RENEWED_EVERY_MS = 60_000;

/** Holds for every process of the site. After a crash it ends ten minutes later. */
export async function holdErasures<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const key = randomUUID();
  await hold(db, key);
  const renewal = setInterval(() => {
    hold(db, key).catch(() => undefined);
  }, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await db.write(({ query }) => query.deleteFrom('erasure_holds').where('key', '=', key).execute());
  }
}

/** Ask after a file was unlisted, so that a backup either has it or never saw it. */
export async function areErasuresHeld({ query }: Reader): Promise<boolean> {
  const row = await query.selectFrom('erasure_holds').select('key').where('until', '>', Date.now()).executeTakeFirst();
  return row !== undefined;
}

async function hold(db: Database, key: string): Promise<void> {
  const until = Date.now() + LASTS_MS;
  await db.write(({ query }) =>
    query
      .insertInto('erasure_holds')
      .values({ key, until })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
      .execute(),
  );
}
