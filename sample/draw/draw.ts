import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeBundled } from './bundled.ts';
import { dsc } from './dsc.ts';
import { boardEvents } from './events-board.ts';
import { codeEvents } from './events-code.ts';
import { craftEvents } from './events-craft.ts';
import { hackEvents } from './events-hack.ts';
import { outsideEvents } from './events-outside.ts';
import { playEvents } from './events-play.ts';
import { stageEvents } from './events-stage.ts';
import { systemsEvents } from './events-systems.ts';
import { talkEvents } from './events-talks.ts';
import { gallery } from './gallery.ts';
import { print } from './picture.ts';
import type { Picture } from './picture.ts';
import { portraits } from './portraits.ts';
import { slideshow } from './slideshow.ts';

const root = join(import.meta.dirname, '..', '..');
const pictures: readonly Picture[] = [
  ...[
    boardEvents,
    codeEvents,
    craftEvents,
    hackEvents,
    outsideEvents,
    playEvents,
    stageEvents,
    systemsEvents,
    talkEvents,
  ].flat(),
  ...gallery,
  ...portraits,
  ...slideshow,
  ...dsc,
];

/** The same made-up id that the sample club's records use for this picture. */
const guidOf = (slug: string): string => {
  const h = createHash('sha256').update(slug).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
};

const writeSample = async (picture: Picture): Promise<number> => {
  const file = join(root, 'sample', 'files', '2026', '1', '5', guidOf(picture.slug), `${picture.slug}.jpg`);
  await mkdir(dirname(file), { recursive: true });
  const image = await print(picture);
  const { size } = await image
    .jpeg({ quality: picture.quality ?? 55, mozjpeg: true, quantizationTable: 3 })
    .toFile(file);
  return size;
};

const only = process.argv.slice(2);
const wanted = pictures.filter(({ slug }) => only.length === 0 || only.includes(slug));
let total = 0;
for (const picture of wanted) {
  const size = await writeSample(picture);
  total += size;
  console.log(`${picture.slug} ${Math.round(size / 1024)} KB`);
}
console.log(`${wanted.length} sample pictures, ${Math.round(total / 1024)} KB`);
if (only.length === 0 || only.includes('bundled')) await writeBundled(join(root, 'public', 'images'));
