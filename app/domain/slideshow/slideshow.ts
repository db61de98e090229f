import type { Reader } from '../../db/db.server.ts';
import { readStored } from '../stored-json.ts';
import { viewImages, type ImageView } from '../uploads/images.ts';
import type { StoredFile } from '../uploads/stored-file.ts';

/** The key of the `files` object under which the slideshow's list is kept (product.md 3). */
export const SLIDESHOW_KEY = 'homeSlideshow';

/** The files of the home-page slideshow, in their order. */
export async function listSlideshow(db: Reader): Promise<StoredFile[]> {
  const row = await db.query
    .selectFrom('files_settings')
    .select('value')
    .where('key', '=', SLIDESHOW_KEY)
    .executeTakeFirst();
  return readStored<StoredFile[]>(row?.value ?? null, []);
}

/** The slideshow's files as they are shown; those without an address are left out. */
export async function viewSlideshow(db: Reader): Promise<ImageView[]> {
  const files = (await listSlideshow(db)).filter((file) => file.url);
  return [...(await viewImages(db, files)).values()];
}
