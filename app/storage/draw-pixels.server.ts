import { openImage } from './images.server.ts';

/** Pixels of the longer side: more than any plate shows. */
const LONGEST_SIDE = 1200;
/** Dots per inch: a drawing has its own size at 72. */
const OWN_DENSITY = 72;
const DENSITIES = { least: 1, most: 2400 };

/** As PNG. @throws sharp's error for what is no drawing. */
export async function drawPixels(svg: Uint8Array): Promise<Uint8Array> {
  // Only its size is read: nothing of it is drawn.
  const { width, height } = await (await openImage(svg, { limitInputPixels: false })).metadata();
  const wanted = (OWN_DENSITY * LONGEST_SIDE) / Math.max(1, width, height);
  const density = Math.min(DENSITIES.most, Math.max(DENSITIES.least, wanted));
  const drawn = await openImage(svg, { density });
  return drawn.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}
