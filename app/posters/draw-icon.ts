import { loadSharp } from '../load-package.ts';
import { posterInks, readableOn } from './inks.ts';
import { graphemes } from './fit-lines.ts';
import { drawParagraph, printable, setPlain, widthOf, withoutEmoji } from './paragraph.ts';
import { circle } from './svg.ts';

/** 'square' is for phones that round the corners, 'masked' for phones that cut out any form. */
export type IconShape = 'rounded' | 'square' | 'masked';

interface IconInput {
  /** Up to four characters are used as they are; of a longer name, the first letters of its words. */
  shortName: string;
  /** #rrggbb. */
  accent: string;
  shape: IconShape;
}

const SIZE = 64;
const CORNER = 4;
const ROOM = { width: 46, height: 34, largest: 46, smallest: 1 };
/** Inside the circle of four fifths that every mask leaves uncut. */
const MASKED_ROOM = { width: 40, height: 26, largest: 40, smallest: 1 };

/** SVG of 64×64: initials on the accent, or a disc if the font lacks them. */
export async function drawIcon({ shortName, accent, shape }: IconInput): Promise<string> {
  const inks = posterInks(accent);
  const colour = readableOn(inks.accent, inks);
  const set = await setPlain(initials(shortName), 800, shape === 'masked' ? MASKED_ROOM : ROOM);
  const inside = set
    ? drawParagraph(set, colour, (SIZE - widthOf(set)) / 2, (SIZE - set.height) / 2)
    : circle(SIZE / 2, SIZE / 2, SIZE / 4, colour);
  const ground = `<rect width="${SIZE}" height="${SIZE}" rx="${shape === 'rounded' ? CORNER : 0}" fill="${inks.accent}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">${ground}${inside}</svg>`;
}

/** `size` in pixels. */
export async function drawIconPng(input: IconInput, size: number): Promise<Buffer> {
  const sharp = loadSharp();
  const svg = Buffer.from(await drawIcon(input));
  return sharp(svg, { density: (72 * size) / SIZE })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function initials(name: string): string {
  const plain = printable(withoutEmoji(name));
  const characters = graphemes(plain);
  if (characters.length <= 4) return plain.replaceAll(' ', '');
  return plain
    .split(' ')
    .map((word) => graphemes(word)[0] ?? '')
    .slice(0, 3)
    .join('');
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const TYPE_ICON = 1;

/** `size` is at most 256 pixels. */
export function asIco(png: Uint8Array, size: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES);
  head.writeUInt16LE(TYPE_ICON, 2);
  head.writeUInt16LE(1, 4);
  // The format writes 256 as 0.
  head.writeUInt8(size % 256, 6);
  head.writeUInt8(size % 256, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
