// node test/prepare-sample.ts FOLDER: a data folder with the sample club and the smaller copies of its pictures, for the
// tests' sites to begin with.
import { join } from 'node:path';
import { umask } from 'node:process';
import { usefulWidths } from '../app/domain/files/image-view.ts';
import { listImages } from '../app/domain/files/stored-file.ts';
import { startApp } from './app.ts';
import { enterTestEnvironment } from './environment.ts';
import { foldLog } from './fold-log.ts';

const [folder = ''] = process.argv.slice(2);
umask(0o077);
await enterTestEnvironment();
const { site, close } = await startApp({ sample: true, env: { DATA_DIR: folder } });
// As if they were asked for, the last first: the site makes them in this order, in what time others leave.
for (const row of (await listImages(site.db)).toReversed()) {
  for (const width of usefulWidths(row.width ?? 0)) await site.variants.variant(row, width, 'avif');
}
await close();
foldLog(join(folder, 'club.sqlite'));
