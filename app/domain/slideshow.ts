import type { Reader } from '../db/db.server.ts';
import { defineRecord, toRecord, type RecordIn } from './records/define.ts';
import { images } from './records/fields.ts';
import { parseStored, readStored } from './stored-json.ts';
import { fileInput } from './files/file-input.ts';
import type { ImageView } from './files/image-view.ts';
import { viewImages } from './files/view-images.ts';
import { z } from './zod.ts';

export const SLIDESHOW_KEY = 'homeSlideshow';

export const slideshow = defineRecord({
  topic: 'files',
  table: 'files_settings',
  key: SLIDESHOW_KEY,
  title: () => 'Homepage slideshow',
  fields: {
    files: images({
      column: 'value',
      input: z.array(fileInput, 'must be a list of files').max(200, 'A slideshow can have 200 images at most'),
    }),
  },
});

export type SlideshowRecord = RecordIn<typeof slideshow>;

export async function findSlideshow({ query }: Reader): Promise<SlideshowRecord> {
  const row = await query
    .selectFrom('files_settings')
    .select(['key', 'value', 'version'])
    .where('key', '=', SLIDESHOW_KEY)
    .executeTakeFirst();
  return toRecord(slideshow, row ?? { key: SLIDESHOW_KEY, value: null, version: 0 });
}

export async function viewSlideshow(db: Reader): Promise<ImageView[]> {
  const { files } = await findSlideshow(db);
  return [...(await viewImages(db, files, (file) => file)).values()];
}

export async function readFilesRecord(db: Reader): Promise<Record<string, unknown>> {
  const rows = await db.query.selectFrom('files_settings').select(['key', 'value']).orderBy('key').execute();
  const entries = rows.map(({ key, value }) => [
    key,
    key === SLIDESHOW_KEY ? readStored(value, []) : parseStored(value),
  ]);
  return { [SLIDESHOW_KEY]: [], ...Object.fromEntries(entries) };
}
