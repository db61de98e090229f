import type { Composition, Field, Palette } from './compositions/composition.ts';
import { SCHEMES, type Scheme } from './colour-schemes.ts';
import { posterInks } from './inks.ts';
import { pick, seeded, type Random } from './random.ts';
import { drawParagraph, setPlain, type SetParagraph } from './paragraph.ts';
import { rect } from './svg.ts';
import { blocks } from './compositions/blocks.ts';
import { dots } from './compositions/dots.ts';
import { loops } from './compositions/loops.ts';
import { waves } from './compositions/waves.ts';

const POSTER = { width: 800, height: 1000 };

interface PosterInput {
  /** The key alone decides the composition, the colours and every form. */
  key: string;
  title: string;
  /** #rrggbb. */
  accent: string;
}

const MARGIN = 46;
const TITLE_ROOM = { width: POSTER.width - 2 * MARGIN, largest: 260, smallest: 54 };
const TITLE_HEIGHTS = [350, 420, 500] as const;

/** The same input always gives the same poster. Letters are outlines; a title that no typeface can set completely is left out. */
export async function drawPoster({ key, title, accent }: PosterInput): Promise<string> {
  const { random, composition, scheme } = choose(key, accent);
  const isTitleAtTop = composition.titleAt === 'top' || random() < 0.5;
  const shapes = seeded(`forms ${key}`);
  const { width, height } = POSTER;
  const set = await setPlain(title, 800, { ...TITLE_ROOM, height: pick(shapes, TITLE_HEIGHTS) });
  const band = set ? Math.ceil((set.height + 2 * MARGIN) / 20) * 20 : 0;
  const field: Field = { width, height: height - band, open: isTitleAtTop ? 'bottom' : 'top' };
  const drawing = rect(0, 0, width, field.height, scheme.ground) + composition.draw(field, scheme, shapes);
  const place = `y="${isTitleAtTop ? band : 0}" width="${width}" height="${field.height}"`;
  const inside = rect(0, 0, width, height, scheme.band) + `<svg ${place}>${drawing}</svg>`;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const fit = `preserveAspectRatio="${isTitleAtTop ? 'xMidYMin' : 'xMidYMax'} slice"`;
  const words = set && drawTitle(set, scheme.bandText, (isTitleAtTop ? 0 : field.height) + MARGIN);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${fit}>${inside}${words ?? ''}</svg>`;
}

function drawTitle(set: SetParagraph, colour: string, top: number): string {
  return drawParagraph(set, colour, MARGIN, top, set.isRtl ? POSTER.width - MARGIN : undefined);
}

function choose(key: string, accent: string): { random: Random; composition: Composition; scheme: Scheme } {
  const random = seeded(`poster ${key}`);
  return { random, composition: pick(random, COMPOSITIONS), scheme: pick(random, SCHEMES)(posterInks(accent)) };
}

/** The colours of an event, wherever something is drawn for it. */
export function posterScheme(key: string, accent: string): Scheme {
  return choose(key, accent).scheme;
}

/** The poster's shapes without its title, in other colours and another size, for a place above the text. */
export function drawShapes(
  key: string,
  palette: Palette,
  { width, height }: { width: number; height: number },
): string {
  const composition = pick(seeded(`poster ${key}`), COMPOSITIONS);
  const shapes = composition.draw({ width, height, open: 'top' }, palette, seeded(`forms ${key}`));
  return rect(0, 0, width, height, palette.ground) + shapes;
}

/** The order decides which key gets which composition, so adding one changes a club's posters. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [waves, dots, loops, blocks];
