import type { Database, Reader } from '../../db/db.server.ts';
import type { ExecRow } from '../../db/tables.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import { linkFiles } from '../uploads/link-files.ts';
import { releaseFiles } from '../uploads/release-files.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { execInput, type ExecInput } from './exec-input.ts';
import { toExec, type Exec } from './exec.ts';

/**
 * Adds an executive (product.md 7). Gives back its key.
 * @throws NotAllowed, Rejected with a message per field of ExecInput.
 */
export async function addExec(db: Database, actor: Actor | null, input: unknown): Promise<{ key: string }> {
  requireAdmin(actor);
  const exec = checkInput(execInput, input);
  return db.write(async (tx) => {
    const key = newKey();
    const image = await linkImage(tx, exec, null);
    const row = { key, ...columnsOf(exec, image), extra: null, version: 0, updated_at: Date.now() };
    await tx.query.insertInto('execs').values(row).execute();
    await noteActivity(tx, actor, 'added', 'exec', key, exec.name);
    tx.changed('exec', key);
    return { key };
  });
}

/** An executive as it was opened for editing: `version` is the one that was seen then. */
export interface ExecUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * Saves an executive over the version that was opened. An image that it no longer names is erased. Gives back the version
 * to save over next.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current Exec when someone else saved it meanwhile.
 */
export async function updateExec(
  db: Database,
  actor: Actor | null,
  { key, version, input }: ExecUpdate,
): Promise<{ version: number }> {
  requireAdmin(actor);
  const exec = checkInput(execInput, input);
  return db.write(async (tx) => {
    const before = await findExec(tx, key);
    if (!before)
      throw new NotFound('This executive has been removed meanwhile. Copy what you still need, then close this.');
    if (before.version !== version) throw new Stale(before);
    const image = await linkImage(tx, exec, before.image);
    const saved = await tx.query
      .updateTable('execs')
      .set({ ...columnsOf(exec, image), version: version + 1, updated_at: Date.now() })
      .where('key', '=', key)
      .where('version', '=', version)
      .returning('key')
      .executeTakeFirst();
    // Between reading and writing, on Postgres.
    if (!saved) throw new Stale((await findExec(tx, key)) ?? before);
    await releaseFiles(tx, listOf(before.image), listOf(image));
    await noteActivity(tx, actor, 'updated', 'exec', key, exec.name);
    tx.changed('exec', key);
    return { version: version + 1 };
  });
}

async function findExec(db: Reader, key: string): Promise<Exec | undefined> {
  const row = await db.query.selectFrom('execs').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toExec(row);
}

async function linkImage(db: Reader, { image }: ExecInput, had: StoredFile | null): Promise<StoredFile | null> {
  const [linked] = await linkFiles(db, listOf(image), { field: 'image', had: listOf(had), imagesOnly: true });
  return linked ?? null;
}

function columnsOf({ name, title, description, isCurrentExec }: ExecInput, image: StoredFile | null) {
  return {
    name,
    title,
    description,
    is_current: isCurrentExec ? 1 : 0,
    image: image && JSON.stringify(image),
  } satisfies Partial<ExecRow>;
}

function listOf<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item];
}
