import type { VariantWidth } from '../domain/files/variant-widths.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { loadSharp } from '../load-package.ts';

export type VariantFormat = 'avif' | 'webp';

export interface EncodeOrder {
  original: Uint8Array;
  widths: VariantWidth[];
  format: VariantFormat;
}

export interface SmallerCopy {
  width: VariantWidth;
  content: Uint8Array;
}

/** One step more costs twice the time for two hundredths of the bytes. */
const AVIF = { quality: 50, effort: 2 };

/** Decodes the original once for all copies. @throws if it cannot be read as an image. */
export async function encode({ original, widths, format }: EncodeOrder): Promise<SmallerCopy[]> {
  const widest = (await openImage(original))
    .autoOrient()
    .resize({ width: Math.max(...widths), withoutEnlargement: true });
  const { data, info } = await widest.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const copies: SmallerCopy[] = [];
  for (const width of widths) {
    const sized = (await openImage(data, { raw })).resize({ width, withoutEnlargement: true });
    const encoded = format === 'avif' ? sized.avif(AVIF) : sized.webp({ quality: 72 });
    copies.push({ width, content: await encoded.toBuffer() });
  }
  return copies;
}

/** A picture with more pixels than any camera makes is an attack on memory. */
const MOST_PIXELS = 200_000_000;

/** One thread, so that answering pages keeps the other. */
export async function openImage(input: string | Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = loadSharp();
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...options });
}
