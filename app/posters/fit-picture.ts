import type { Metadata } from 'sharp';
import { loadSharp } from '../load-package.ts';

interface PictureBox {
  width: number;
  height: number;
}

export const MOST_PIXELS = 60_000_000;
const RASTER = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
/** The share of its place that a picture on a ground of its own takes. */
const ON_GROUND = 0.86;

/** PNG, turned upright: cut to its place, or whole on `ground` where it is transparent. @throws for what is no image. */
export async function fitPicture(picture: Uint8Array, { width, height }: PictureBox, ground: string): Promise<Buffer> {
  const sharp = loadSharp();
  const { isOpaque } = await readPicture(picture);
  const upright = sharp(picture, { limitInputPixels: MOST_PIXELS }).autoOrient();
  if (isOpaque) {
    return upright
      .resize(width, height, { fit: 'cover' })
      .toColourspace('srgb')
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  const [most, highest] = [width, height].map((side) => Math.round(ON_GROUND * side));
  const whole = await upright.resize(most, highest, { fit: 'inside' }).toColourspace('srgb').png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input: whole, gravity: 'centre' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** @throws for what is no image, or none that has pixels. */
export async function readRaster(picture: Uint8Array): Promise<Metadata> {
  const found = await loadSharp()(picture, { limitInputPixels: MOST_PIXELS }).metadata();
  if (!RASTER.has(found.format)) throw new TypeError(`A picture cannot be ${found.format}`);
  return found;
}

/** As it is seen, turned upright. @throws for what is no image. */
export async function readPicture(picture: Uint8Array): Promise<PictureBox & { isOpaque: boolean }> {
  const { autoOrient, hasAlpha } = await readRaster(picture);
  const isOpaque = !hasAlpha || (await loadSharp()(picture, { limitInputPixels: MOST_PIXELS }).stats()).isOpaque;
  return { ...autoOrient, isOpaque };
}
