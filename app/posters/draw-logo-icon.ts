import { loadSharp } from '../load-package.ts';
import { MOST_PIXELS } from './fit-picture.ts';
import { posterInks, readableOn } from './inks.ts';
import type { IconShape } from './draw-icon.ts';

interface LogoIconInput {
  logo: Buffer;
  /** #rrggbb. */
  accent: string;
  shape: IconShape;
}

/** The largest share of the icon's width for a logo on our ground: the circle that every mask leaves uncut. */
const ROOM = 0.8;
const CORNER = 1 / 16;
/** Dots per inch. A vector picture has its own size at 72; sharp refuses more than the most. */
const OWN_DENSITY = 72;
const MOST_DENSITY = 2400;

/** `size` in pixels. For a mask, every logo stays within the safe circle. @throws sharp's error if it is not a picture. */
export async function drawLogoIcon({ logo, accent, shape }: LogoIconInput, size: number): Promise<Buffer> {
  const sharp = loadSharp();
  const limits = { limitInputPixels: MOST_PIXELS };
  const { width, height, format } = await sharp(logo, limits).metadata();
  const density = Math.min(MOST_DENSITY, Math.ceil((OWN_DENSITY * size) / Math.max(1, Math.min(width, height))));
  const opened = sharp(logo, format === 'svg' ? { ...limits, density } : limits).autoOrient();
  const { data, info } = await opened
    .resize(size, size, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { ground, isFull } = groundOf(data, info, accent);
  const isWhole = isFull && shape !== 'masked';
  const largest = shape === 'masked' ? (ROOM * size) / Math.hypot(info.width, info.height) : isWhole ? 1 : ROOM;
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  const picture = await sharp(data, { raw })
    .resize(atLeastOne(info.width * largest), atLeastOne(info.height * largest), { fit: 'fill' })
    .png()
    .toBuffer();
  const cut = shape === 'rounded' ? [{ input: Buffer.from(roundedSquare(size)), blend: 'dest-in' as const }] : [];
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: picture, gravity: 'centre' }, ...cut])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.floor(length));
}

function roundedSquare(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * CORNER}"/></svg>`;
}

/** A logo with opaque corners has its own ground; any other gets the one of ours with more contrast. */
function groundOf(data: Buffer, { width, height }: { width: number; height: number }, accent: string) {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  const isFull = corners.every((place) => (data[place * 4 + 3] ?? 0) > 250);
  if (isFull) return { isFull, ground: hex([data[0], data[1], data[2]]) };
  const sums = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + alpha * (data[at + channel] ?? 0);
  }
  const mean = hex(sums.map((sum) => sum / Math.max(1, weight)));
  return { isFull, ground: readableOn(mean, posterInks(accent)) };
}

function hex(channels: (number | undefined)[]): string {
  return `#${channels.map((value = 0) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
