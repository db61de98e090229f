import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { VARIANT_WIDTHS } from '../../app/domain/uploads/images.ts';
import { about, hero } from './bundled-scenes.ts';
import { cream, darker, ink, mix, mustard, paper, red, sand, straw, teal } from './ink/palette.ts';
import { circle, dashed, polygon, rect, sheet, shape, stroke } from './ink/svg.ts';
import { print } from './picture.ts';
import type { Picture } from './picture.ts';

const scenes: readonly Picture[] = [
  { slug: 'hero', width: 2048, height: 1435, draw: hero },
  { slug: 'about', width: 2048, height: 1365, draw: about },
];

/** Drawn for 16 px: few forms, thick strokes. */
const partyPopper = (): string =>
  polygon(
    [
      [10, 150],
      [48, 62],
      [98, 112],
    ],
    mustard,
  ) +
  polygon(
    [
      [10, 150],
      [28, 108],
      [52, 132],
    ],
    darker(mustard, 0.25),
  ) +
  polygon(
    [
      [38, 86],
      [48, 62],
      [98, 112],
      [74, 122],
    ],
    straw,
  ) +
  stroke('M48 62Q60 100 98 112', darker(mustard, 0.45), 9) +
  stroke('M78 74C92 60 82 42 94 26', red, 12) +
  stroke('M90 88C110 92 116 70 142 78', teal, 12) +
  stroke('M88 66L118 36', ink, 10) +
  circle(56, 30, 10, teal) +
  circle(132, 116, 10, red) +
  polygon(
    [
      [136, 22],
      [152, 30],
      [140, 46],
      [126, 36],
    ],
    mustard,
  ) +
  polygon(
    [
      [104, 132],
      [120, 130],
      [116, 146],
    ],
    teal,
  ) +
  circle(24, 60, 7, red);

const placeholder = (): string =>
  rect(0, 0, 800, 450, cream) +
  rect(262, 62, 292, 346, mix(sand, ink, 0.1)) +
  rect(254, 52, 292, 346, paper) +
  polygon(
    [
      [546, 398],
      [486, 398],
      [546, 338],
    ],
    sand,
  ) +
  shape('M486 398L546 338L498 350Z', mix(cream, sand, 0.5)) +
  dashed('M284 110L516 110M284 340L440 340', sand, 6, '1 14') +
  circle(360, 200, 30, sand) +
  polygon(
    [
      [290, 306],
      [378, 232],
      [430, 278],
      [462, 250],
      [512, 306],
    ],
    sand,
  ) +
  circle(400, 66, 13, darker(red, 0.35)) +
  circle(398, 63, 12, red);

/** Writes one scene as a JPEG and in AVIF and WebP, named as the variants of stored pictures are (app/ui/picture.tsx). */
const writeScene = async (folder: string, scene: Picture): Promise<{ width: number; height: number; blur: string }> => {
  const image = await print(scene);
  const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  const variants = join(folder, scene.slug);
  await mkdir(variants, { recursive: true });
  const original = join(variants, `${scene.slug}.jpg`);
  const { size } = await sharp(data).jpeg({ quality: 72, mozjpeg: true }).toFile(original);
  for (const width of VARIANT_WIDTHS) {
    const scaled = sharp(data).resize(width);
    const avif = await scaled.clone().avif({ quality: 42, effort: 5 }).toBuffer();
    const webp = await scaled.clone().webp({ quality: 66, effort: 6 }).toBuffer();
    await writeFile(join(variants, `${width}.avif`), avif);
    await writeFile(join(variants, `${width}.webp`), webp);
    console.log(
      `${scene.slug} ${width}: avif ${Math.round(avif.length / 1024)}, webp ${Math.round(webp.length / 1024)} KB`,
    );
  }
  const blur = await sharp(data).resize(16).webp({ quality: 40 }).toBuffer();
  console.log(`${scene.slug}.jpg ${Math.round(size / 1024)} KB`);
  return { width: info.width, height: info.height, blur: `data:image/webp;base64,${blur.toString('base64')}` };
};

/** Writes the pictures that every club's site carries into `public/images`. */
export const writeBundled = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const found = new Map<string, unknown>();
  for (const scene of scenes) found.set(scene.slug, await writeScene(folder, scene));
  await writeFile('app/ui/bundled-placeholders.json', `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
  const popper = sheet(160, 160, partyPopper());
  await writeFile(join(folder, 'party-popper.svg'), popper);
  await sharp(Buffer.from(popper)).png({ palette: true }).toFile(join(folder, 'party-popper.png'));
  await writeFile(join(folder, 'placeholder.svg'), sheet(800, 450, placeholder()));
};
