import type { Sharp, SharpOptions } from 'sharp';

/** A picture with more pixels than any camera makes is an attack on memory. */
const MOST_PIXELS = 200_000_000;

/** One thread, so that answering pages keeps the other. */
export async function openImage(input: string | Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...options });
}
