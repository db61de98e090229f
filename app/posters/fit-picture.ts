import type { Metadata } from 'sharp';
import { loadSharp } from '../load-package.ts';

interface PictureBox {
  width: number;
  height: number;
}

export const MOST_PIXELS = 60_000_000;
const RASTER = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
/** The share of its place that a picture takes on a ground. */
const ON_GROUND = 0.86;

/** A PNG, turned upright: cut to its place or, if it is transparent, uncut on `ground`. @throws if it is not an image. */
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

/** @throws if it is not an image, or has no pixels. */
export async function readRaster(picture: Uint8Array): Promise<Metadata> {
  const found = await loadSharp()(picture, { limitInputPixels: MOST_PIXELS }).metadata();
  if (!RASTER.has(found.format)) throw new TypeError(`A picture cannot be ${found.format}`);
  return found;
}

/** The size of the picture when turned upright. @throws if it is not an image. */
export async function readPicture(picture: Uint8Array): Promise<PictureBox & { isOpaque: boolean }> {
  const { autoOrient, hasAlpha } = await readRaster(picture);
  const isOpaque = !hasAlpha || (await loadSharp()(picture, { limitInputPixels: MOST_PIXELS }).stats()).isOpaque;
  return { ...autoOrient, isOpaque };
}
