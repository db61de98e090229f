// node test/prepare-sample.ts FOLDER: a data folder with the sample club and the smaller copies of its pictures, for the
// tests' sites to begin with.
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { umask } from 'node:process';
import sharp from 'sharp';
import type { FileRow } from '../app/db/tables.ts';
import { usefulWidths } from '../app/domain/files/variant-widths.ts';
import { listImages } from '../app/domain/files/stored-file.ts';
import { startApp } from './app.ts';
import { enterTestEnvironment } from './environment.ts';
import { foldLog } from './fold-log.ts';

const [folder = ''] = process.argv.slice(2);
umask(0o077);
await enterTestEnvironment();
const { site, close } = await startApp({ sample: true, env: { DATA_DIR: folder } });
// A fifth of the time that the site's own take, for a third more bytes: no test looks at how small they are.
const IN_A_HURRY = { quality: 50, effort: 0 };
await Promise.all((await listImages(site.db)).map(addCopies));
await close();
foldLog(join(folder, 'club.sqlite'));

async function addCopies({ path, name, width }: FileRow): Promise<void> {
  const original = await buffer(await site.storage.read(`${path}/${name}`));
  for (const one of usefulWidths(width ?? 0)) {
    const copy = await sharp(original)
      .autoOrient()
      .resize({ width: one, withoutEnlargement: true })
      .avif(IN_A_HURRY)
      .toBuffer();
    await site.storage.put(`${path}/${one}.avif`, copy, { contentType: 'image/avif' });
  }
}
