import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { loadFontkit } from '../load-package.ts';
import { loadOnce } from '../limits/load-once.ts';

export type Weight = 500 | 800;

/** One file of a typeface, which has only some letters. */
export interface Face {
  name: string;
  bytes: Buffer;
  font: Font;
  /** Added to each letter's width, in ems. */
  tracking: number;
  /** Its size, as a share of the size of the letters around it. */
  scale: number;
}

interface FaceFile {
  family: 'bricolage-grotesque' | 'vazirmatn' | 'noto-sans' | 'noto-emoji';
  subset: string;
  weights: Record<Weight, number>;
  tracking: Record<Weight, number>;
}

const TIGHT = { 500: 0, 800: -0.022 };
const EVEN = { 500: 0, 800: 0 };
const SAME = { 500: 500, 800: 800 };
const EMOJI: FaceFile = { family: 'noto-emoji', subset: 'emoji', weights: { 500: 500, 800: 700 }, tracking: EVEN };

/** A letter is set in the first face that has it. */
const FILES: FaceFile[] = [
  ...['latin', 'latin-ext', 'vietnamese'].map((subset): FaceFile => {
    return { family: 'bricolage-grotesque', subset, weights: SAME, tracking: TIGHT };
  }),
  { family: 'vazirmatn', subset: 'arabic', weights: SAME, tracking: EVEN },
  ...['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map((subset): FaceFile => {
    return { family: 'noto-sans', subset, weights: SAME, tracking: EVEN };
  }),
  EMOJI,
];
/** The order for emoji, so that signs which letters have too come from the emoji face. */
const EMOJI_FIRST = [EMOJI, ...FILES];

const opened = new Map<string, () => Promise<Face>>();

/** The face for one character as people read it, with all its marks; undefined if no face has it. */
export async function faceFor(character: string, weight: Weight): Promise<Face | undefined> {
  const isEmoji = /^\p{RGI_Emoji}$/v.test(character) || character.includes('\u{fe0f}');
  for (const file of isEmoji ? EMOJI_FIRST : FILES) {
    const face = await open(file, weight);
    if (hasAll(face, character)) return face;
  }
  return undefined;
}

function hasAll({ font }: Face, character: string): boolean {
  const shown = character.replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '');
  return Array.from(shown).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

function open(file: FaceFile, weight: Weight): Promise<Face> {
  const name = `${file.family}-${file.subset}-${file.weights[weight]}`;
  const face = opened.get(name) ?? loadOnce(() => load(file, name, file.tracking[weight]));
  opened.set(name, face);
  return face();
}

async function load({ family }: FaceFile, name: string, tracking: number): Promise<Face> {
  const { resolve } = createRequire(import.meta.url);
  const bytes = await readFile(resolve(`@fontsource/${family}/files/${name}-normal.woff`));
  const font = loadFontkit().create(bytes);
  if (!('layout' in font)) throw new TypeError(`${name} is a collection of fonts`);
  return { name, bytes, font, tracking, scale: family === EMOJI.family ? 0.84 : 1 };
}
