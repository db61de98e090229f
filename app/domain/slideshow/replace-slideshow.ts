import type { Database, Reader } from '../../db/db.server.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { checkInput } from '../check-input.ts';
import { Stale } from '../errors.ts';
import { readStored } from '../stored-json.ts';
import { linkFiles } from '../uploads/link-files.ts';
import { releaseFiles } from '../uploads/release-files.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { slideshowInput } from './slideshow-input.ts';
import { SLIDESHOW_KEY } from './slideshow.ts';

/** The slideshow as it is opened for editing. */
export interface Slideshow {
  files: StoredFile[];
  version: number;
}

/** The slideshow with the version to save over. */
export async function findSlideshow({ query }: Reader): Promise<Slideshow> {
  const row = await query
    .selectFrom('files_settings')
    .select(['value', 'version'])
    .where('key', '=', SLIDESHOW_KEY)
    .executeTakeFirst();
  return { files: readStored<StoredFile[]>(row?.value ?? null, []), version: row?.version ?? 0 };
}

/**
 * Replaces the list of slides (product.md 7, Files) over the `version` that was opened. Images that are in it no more
 * are erased. Gives back the version to save over next.
 * @throws NotAllowed, Rejected, Stale with the current Slideshow when someone else saved it meanwhile.
 */
export async function replaceSlideshow(
  db: Database,
  actor: Actor | null,
  { version, input }: { version: number; input: unknown },
): Promise<{ version: number }> {
  requireAdmin(actor);
  const given = checkInput(slideshowInput, input);
  return db.write(async (tx) => {
    const begun = { key: SLIDESHOW_KEY, value: '[]', version: 0, updated_at: Date.now() };
    await tx.query
      .insertInto('files_settings')
      .values(begun)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = await findSlideshow(tx);
    if (before.version !== version) throw new Stale(before);
    const files = await linkFiles(tx, given.files, { field: 'files', had: before.files, imagesOnly: true });
    const saved = await tx.query
      .updateTable('files_settings')
      .set({ value: JSON.stringify(files), version: version + 1, updated_at: Date.now() })
      .where('key', '=', SLIDESHOW_KEY)
      .where('version', '=', version)
      .returning('key')
      .executeTakeFirst();
    // Between reading and writing, on Postgres.
    if (!saved) throw new Stale(await findSlideshow(tx));
    await releaseFiles(tx, before.files, files);
    await noteActivity(tx, actor, 'updated', 'files', SLIDESHOW_KEY, 'Homepage slideshow');
    tx.changed('files', SLIDESHOW_KEY);
    return { version: version + 1 };
  });
}
