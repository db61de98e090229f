import type { Reader } from '../../db/db.server.ts';
import { parseStored, readStored } from '../stored-json.ts';
import { SLIDESHOW_KEY } from './slideshow.ts';

/** The whole files object (product.md 3, 7): `homeSlideshow`, a list even when it is empty, and whatever else an import kept. */
export async function readFilesRecord(db: Reader): Promise<Record<string, unknown>> {
  const rows = await db.query.selectFrom('files_settings').select(['key', 'value']).orderBy('key').execute();
  const entries = rows.map(({ key, value }) => [
    key,
    key === SLIDESHOW_KEY ? readStored(value, []) : parseStored(value),
  ]);
  return { [SLIDESHOW_KEY]: [], ...Object.fromEntries(entries) };
}
