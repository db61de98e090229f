import type { Sharp } from 'sharp';
import { loadSharp } from '../load-package.ts';
import { contrast } from '../colour.ts';
import { MOST_PIXELS, readRaster } from './fit-picture.ts';
import { posterInks } from './inks.ts';
import { drawParagraph, setPlain, type SetParagraph } from './paragraph.ts';
import { rect } from './svg.ts';

/** In pixels, as link previews expect it. */
const SHARE = { width: 1200, height: 630 };

export interface ShareInput {
  /** SVG, or the bytes of an image (JPEG, PNG, WebP, AVIF or GIF); null for only the text. */
  picture: string | Uint8Array | null;
  title: string;
  when: string;
  clubName: string;
  /** #rrggbb. */
  accent: string;
}

const PANEL = { width: 504, height: 630 };
const MARGIN = 56;
const GAP = 44;
const MOST_BYTES = 250 * 1024;

/** Draws a PNG of at most 250 KB. The club's name replaces a title that cannot be set. @throws for an unreadable picture. */
export async function drawShareImage({ picture, title, when, clubName, accent }: ShareInput): Promise<Buffer> {
  const sharp = loadSharp();
  const { width, height } = SHARE;
  const inks = posterInks(accent);
  const textWidth = picture === null ? width - 2 * MARGIN : width - PANEL.width - 2 * MARGIN;
  const room = (space: number) => ({ width: textWidth, height: space });
  const sizes = { largest: 150, smallest: 44 };
  const isTitled = (await setPlain(title, 800, { ...room(height), ...sizes })) !== undefined;
  const club = isTitled
    ? await setPlain(clubName, 800, { ...room(72), largest: 30, smallest: 22, leading: 1.1 })
    : undefined;
  const line = await setPlain(when, 500, { ...room(128), largest: 36, smallest: 26, leading: 1.16 });
  const top = MARGIN + (club?.height ?? 0) + GAP;
  const free = height - top - GAP - (line?.height ?? 0) - MARGIN;
  const heading = await setPlain(isTitled ? title : clubName, 800, { ...room(free), ...sizes });
  const right = heading?.isRtl ? MARGIN + textWidth : undefined;
  const at = (y: number, set: SetParagraph | undefined, colour: string) =>
    set ? drawParagraph(set, colour, MARGIN, y, right) : '';
  const text = [
    at(MARGIN, club, readable(inks.accent, inks)),
    at(top, heading, inks.ink),
    at(height - MARGIN - (line?.height ?? 0), line, inks.ink),
  ];
  const mark = rect(0, 0, 14, height, inks.accent);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(0, 0, width, height, inks.paper)}${mark}${text.join('')}</svg>`;
  const base = sharp(Buffer.from(svg));
  if (picture === null) return smallPng(base);
  const panel = await drawPanel(picture);
  return smallPng(base.composite([{ input: panel, left: width - PANEL.width, top: 0 }]));
}

async function drawPanel(picture: string | Uint8Array): Promise<Buffer> {
  const sharp = loadSharp();
  if (typeof picture === 'string') return sharp(Buffer.from(picture)).resize(PANEL).png().toBuffer();
  await readRaster(picture);
  const open = () => sharp(picture, { limitInputPixels: MOST_PIXELS }).autoOrient();
  const whole = await open().resize(PANEL.width, PANEL.height, { fit: 'inside' }).toBuffer();
  return sharp(await open().resize(PANEL).png().toBuffer())
    .blur(24)
    .modulate({ brightness: 0.8 })
    .composite([{ input: whole, gravity: 'centre' }])
    .png()
    .toBuffer();
}

function readable(colour: string, inks: { paper: string; ink: string }): string {
  return contrast(colour, inks.paper) >= 4.5 ? colour : inks.ink;
}

/** Photographs need fewer colours to stay small, while flat posters never come near the limit. */
async function smallPng(image: Sharp): Promise<Buffer> {
  const whole = await image.removeAlpha().png().toBuffer();
  const sharp = loadSharp();
  for (const colours of [256, 128, 64]) {
    const made = await sharp(whole).png({ palette: true, colours, effort: 7 }).toBuffer();
    if (made.length <= MOST_BYTES) return made;
  }
  return sharp(whole).png({ palette: true, colours: 32, dither: 0 }).toBuffer();
}
