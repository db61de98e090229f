import { COMPOSITIONS } from './compositions/all.ts';
import type { Composition, Ground, Palette } from './compositions/composition.ts';
import { posterInks, raisedOn, readableOn, type Inks } from './inks.ts';
import { pick, seeded, type Random } from './random.ts';
import { letterTitle, setText, type Words } from './set-title.ts';
import { rect, short } from './svg.ts';

const POSTER = { width: 800, height: 1000 };

export interface PosterInput {
  /** It alone decides composition, colours and every form. */
  key: string;
  title: string;
  /** #rrggbb. */
  accent: string;
}

const TIMES_THREE = [3 * POSTER.width, 3 * POSTER.height] as const;
const MARGIN = 46;
const TITLE_ROOM = { width: POSTER.width - 2 * MARGIN, largest: 260, smallest: 54 };
const TITLE_HEIGHTS = [350, 420, 500] as const;

/** The same for ever for the same input. Letters are outlines; a title that the font cannot set is left out. */
export async function drawPoster({ key, title, accent }: PosterInput): Promise<string> {
  const random = seeded(`poster ${key}`);
  const composition = pick(random, COMPOSITIONS);
  const scheme = pick(random, SCHEMES)(posterInks(accent));
  const titleAtTop = composition.titleAt === 'top' || (composition.titleAt === 'either' && random() < 0.5);
  const words = await letterTitle(title);
  const form = seeded(`forms ${key}`);
  const wordy = words && composition.drawWords?.({ ...POSTER, open: 'top' }, scheme, form, words.words);
  // Where all of it is words, none may go: the ground goes on beside it instead.
  if (wordy) return sheet('xMidYMid meet', rect(-POSTER.width, -POSTER.height, ...TIMES_THREE, scheme.ground) + wordy);
  return sheet(
    titleAtTop ? 'xMidYMin slice' : 'xMidYMax slice',
    composed({ composition, scheme, words, titleAtTop, form }),
  );
}

export interface Drawing {
  svg: string;
  /** What text beside it stands on, and its colour. */
  band: string;
  bandText: string;
}

/** The poster's forms without its title, in another size, above the text. */
export function drawForms({ key, accent }: Omit<PosterInput, 'title'>, width: number, height: number): Drawing {
  const random = seeded(`poster ${key}`);
  const composition = pick(random, COMPOSITIONS);
  const scheme = pick(random, SCHEMES)(posterInks(accent));
  const forms = composition.draw({ width, height, open: 'top' }, scheme, seeded(`forms ${key}`));
  return { svg: rect(0, 0, width, height, scheme.ground) + forms, band: scheme.band, bandText: scheme.bandText };
}

interface Parts {
  composition: Composition;
  scheme: Scheme;
  words: Words | undefined;
  titleAtTop: boolean;
  form: Random;
}

function composed({ composition, scheme, words, titleAtTop, form }: Parts): string {
  const { width, height } = POSTER;
  const room = { ...TITLE_ROOM, height: pick(form, TITLE_HEIGHTS) };
  const title = words && setText(words, room, scheme.bandText);
  const band = title ? Math.ceil((title.height + 2 * MARGIN) / 20) * 20 : 0;
  const field: Ground = { width, height: height - band, open: titleAtTop ? 'bottom' : 'top' };
  const top = titleAtTop ? band : 0;
  const drawing = rect(0, 0, width, field.height, scheme.ground) + composition.draw(field, scheme, form);
  const place = `y="${short(top)}" width="${width}" height="${short(field.height)}"`;
  const titleTop = titleAtTop ? MARGIN : field.height + MARGIN;
  return (
    rect(0, 0, width, height, scheme.band) +
    `<svg ${place}>${drawing}</svg>` +
    (title ? `<g transform="translate(${MARGIN} ${short(titleTop)})">${title.svg}</g>` : '')
  );
}

function sheet(fit: string, inside: string): string {
  const { width, height } = POSTER;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`;
}

interface Scheme extends Palette {
  band: string;
  bandText: string;
}

const SCHEMES: readonly [(inks: Inks) => Scheme, ...((inks: Inks) => Scheme)[]] = [
  ({ paper, ink, accent, second }) => onPaper(paper, ink, accent, second),
  ({ paper, ink, accent }) => onPaper(paper, ink, accent, ink),
  ({ paper, ink, accent }) => onPaper(paper, ink, ink, accent),
  (inks) => ({ ...plain(inks.accent, inks), first: inks.paper, second: inks.ink }),
  (inks) => ({ ...plain(inks.accent, inks), first: inks.second, second: inks.paper }),
  (inks) => ({ ...plain(inks.ink, inks), first: raisedOn(inks.ink, inks.accent, 3), second: inks.paper }),
  (inks) => ({ ...plain(inks.second, inks), first: inks.accent, second: inks.ink }),
  (inks) => ({
    ...plain(inks.accent, inks),
    first: inks.paper,
    second: inks.ink,
    band: inks.paper,
    bandText: inks.ink,
  }),
  (inks) => ({
    ...plain(inks.accent, inks),
    first: inks.ink,
    second: inks.paper,
    band: inks.ink,
    bandText: inks.paper,
  }),
];

function onPaper(paper: string, ink: string, first: string, second: string): Scheme {
  return { band: paper, bandText: ink, ground: paper, text: ink, first, second, blend: 'multiply' };
}

function plain(ground: string, inks: Inks): Omit<Scheme, 'first' | 'second'> {
  const text = readableOn(ground, inks);
  return { band: ground, bandText: text, ground, text, blend: 'normal' };
}
