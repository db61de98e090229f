import { isInTrash, TRASH_RETENTION_MS } from '../trash.ts';
import { noteMissingUses } from '../file-uses/file-uses.ts';
import { queueErasure, unlistFiles } from '../file-uses/link-files.ts';
import { fileUrl, holdFiles } from '../files/stored-file.ts';
import { randomUUID } from 'node:crypto';
import { type Database, inChunks, type Reader } from '../../db/db.server.ts';

const AT_ONCE = 100;
/** If this many cannot be erased, the storage itself is at fault. */
const MOST_FAILURES = 100;

/**
 * Erases the files that are due, and returns how many. Those that fail stay in the queue; while a backup is taken,
 * all of them do.
 * @throws the first failure, after the other folders are erased.
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

/**
 * A file that has come back meanwhile, from the trash or by an import, stays. One in the trash stays too, and is queued
 * again later.
 */
async function isListed(db: Database, path: string): Promise<boolean> {
  const row = await db.query.selectFrom('files').select('guid').where('path', '=', path).executeTakeFirst();
  return row !== undefined;
}

/** Longer than anyone leaves a form open before saving. */
const UNUSED_FOR_MS = 24 * 60 * 60_000;

/**
 * Takes down uploads of forms that were never saved, and files that no record has named for as long as the trash keeps
 * things. They answer 404 at once; eraseDueFiles erases their content.
 */
export async function takeDownUnusedFiles(db: Database, now = Date.now()): Promise<number> {
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
      // Ask again within the write: a form may have been saved since, and saved again without the file.
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

/** No process of the site erases files during `work`. If this process crashes, that ends ten minutes later. */
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

/** Ask this after unlisting a file, so that a backup either has the file or never saw it. */
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
