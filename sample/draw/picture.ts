import sharp, { type Sharp } from 'sharp';
import { press } from './ink/press.ts';
import { sheet } from './ink/svg.ts';

/** One picture: its slug (also the seed of its texture), its size in pixels and the SVG inside its sheet. */
export type Picture = {
  readonly slug: string;
  readonly width: number;
  readonly height: number;
  readonly quality?: number;
  readonly draw: () => string;
};

/** Rasterises and prints a picture; answers a sharp image of packed RGB. */
export const print = async ({ slug, width, height, draw }: Picture): Promise<Sharp> => {
  const svg = Buffer.from(sheet(width, height, draw()));
  const { data } = await sharp(svg, { limitInputPixels: 8_000_000 })
    .flatten({ background: '#f6f1e7' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = width <= 400;
  const wear = { wobble: small ? 0.5 : 1.3, mottle: small ? 1.5 : 3, specks: small ? 0 : 0.3 };
  const printed = press({ pixels: data, width, height }, slug, wear);
  return sharp(printed, { raw: { width, height, channels: 3 } });
};
