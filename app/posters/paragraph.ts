import bidiFactory from 'bidi-js';
import { faceFor, type Face, type Weight } from './faces.ts';
import {
  edges,
  EM,
  fitLines,
  graphemes,
  heightOf,
  pieces,
  SPACE,
  type TextPart,
  type TextBounds,
} from './fit-lines.ts';

/** Letters of one face and one reading direction. */
interface Run {
  /** In the order in which the face draws it from left to right. */
  text: string;
  face: Face;
  /** In ems from the line's left edge. */
  x: number;
}

interface Line {
  runs: Run[];
  /** In ems. */
  width: number;
}

export interface SetParagraph {
  /** In reading order. */
  text: string;
  /** False if the end of the text did not fit. */
  isWhole: boolean;
  isRtl: boolean;
  size: number;
  height: number;
  /** The distance of each line's baseline from the paragraph's top. */
  baselines: number[];
  lines: Line[];
}

interface Letter {
  text: string;
  face: Face | null;
  level: number;
}

const bidi = bidiFactory();
/** Arabic and Indic letters reach far above and below the line. */
const TALL = /vazirmatn|noto-sans-devanagari/;
const KNOWN_CONTROLS = /[\p{C}--[\p{Join_Control}\u{e0020}-\u{e007f}]]/gv;
const MOST_CHARACTERS = 300;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const EMOJI = /^\p{RGI_Emoji}$/v;

/** The printable characters of a text, in one line. */
export function printable(text: string): string {
  const plain = text
    .slice(0, 4 * MOST_CHARACTERS)
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .toWellFormed()
    .replaceAll('\u{fffd}', '')
    .normalize('NFC')
    .replaceAll(KNOWN_CONTROLS, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  return graphemes(plain).slice(0, MOST_CHARACTERS).join('').trim();
}

/** Sets the text as large as the bounds allow; undefined if nothing in it can be printed. */
export async function setParagraph(
  text: string,
  weight: Weight,
  bounds: TextBounds,
): Promise<SetParagraph | undefined> {
  const letters = await readLetters(printable(text), weight);
  if (letters.every(({ face }) => face === null)) return undefined;
  const parts = readParts(letters, weight);
  const ellipsis = await faceFor('…', weight);
  const isTall = letters.some(({ face }) => face && TALL.test(face.name));
  const leading = Math.max(bounds.leading ?? 0.9, isTall ? 1.12 : 0.9);
  const fitted = fitLines(parts, { ...bounds, leading }, SPACE[weight]);
  if (!fitted || !ellipsis) return undefined;
  const { top, bottom } = edges(fitted.lines);
  // For example, a text of nothing but joiners.
  if (top === bottom) return undefined;
  return {
    text: letters.map((letter) => letter.text).join(''),
    isWhole: fitted.lines.at(-1)?.at(-1)?.end !== '…',
    isRtl: startsRightToLeft(letters),
    size: fitted.size,
    height: heightOf(fitted),
    baselines: fitted.lines.map((_, index) => fitted.size * (index * fitted.leading - top / EM)),
    lines: fitted.lines.map((line) => layLine(letters, line, weight, ellipsis)),
  };
}

/** Sets the text without its emoji; undefined if no face has one of its letters either. */
export async function setPlain(text: string, weight: Weight, bounds: TextBounds): Promise<SetParagraph | undefined> {
  const plain = withoutEmoji(text);
  const { letters } = await findUnset([plain], weight);
  return letters === '' ? setParagraph(plain, weight, bounds) : undefined;
}

/** The characters that no face has, each once. */
export interface Unset {
  /** Letters, without which a text would say something else. */
  letters: string;
  /** Signs that are left out, such as arrows and flags. */
  signs: string;
}

/** Checks what would be drawn of each text. */
export async function findUnset(texts: string[], weight: Weight): Promise<Unset> {
  const found = new Set<string>();
  for (const character of new Set(texts.flatMap((text) => graphemes(printable(text)))))
    if (character !== ' ' && !(await faceFor(character, weight))) found.add(character);
  const isLetter = (character: string) => LETTER.test(character) && !EMOJI.test(character);
  const [letters, signs] = [[...found].filter(isLetter), [...found].filter((one) => !isLetter(one))];
  return { letters: letters.join(''), signs: signs.join(' ') };
}

export function withoutEmoji(text: string): string {
  return text.slice(0, 4 * MOST_CHARACTERS).replaceAll(/\p{RGI_Emoji}/gv, ' ');
}

export function widthOf({ lines, size }: SetParagraph): number {
  return Math.max(...lines.map(({ width }) => width)) * size;
}

/** Where a line begins: at `left`, or wherever makes it end at `right`. */
export function startOf(line: Line, { size }: SetParagraph, left: number, right: number | undefined): number {
  return right === undefined ? left : right - line.width * size;
}

/** SVG with the paragraph's upper left corner at `x` and `y`. If `right` is given, its lines end there. */
export function drawParagraph(set: SetParagraph, colour: string, x: number, y: number, right?: number): string {
  const { lines, baselines, size } = set;
  const paths = lines.flatMap((line, index) => {
    const left = startOf(line, set, x, right);
    const baseline = (y + (baselines[index] ?? 0)).toFixed(2);
    return line.runs.map((run) => {
      const scale = ((size * run.face.scale) / run.face.font.unitsPerEm).toFixed(6);
      const at = `translate(${(left + run.x * size).toFixed(2)} ${baseline}) scale(${scale})`;
      return `<path transform="${at}" d="${shapeRun(run.text, run.face).d}"/>`;
    });
  });
  return `<g fill="${colour}">${paths.join('')}</g>`;
}

async function readLetters(text: string, weight: Weight): Promise<Letter[]> {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const letters: Letter[] = [];
  let at = 0;
  for (const character of graphemes(text)) {
    const face = character === ' ' ? null : await faceFor(character, weight);
    if (face !== undefined) letters.push({ text: character, face, level: levels[at] ?? 0 });
    at += character.length;
  }
  return letters;
}

function startsRightToLeft(letters: Letter[]): boolean {
  const text = letters.map((letter) => letter.text).join('');
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

function readParts(letters: Letter[], weight: Weight): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const word of wordsOf(letters)) {
    const lengths = pieces(word).map((piece) => graphemes(piece).length);
    for (const [index, length] of lengths.entries()) {
      const isBroken = index < lengths.length - 1;
      const part = {
        text: word,
        from,
        to: from + length,
        end: isBroken && /^[\p{Script=Latin}\p{M}]+$/u.test(word) ? '-' : '',
      };
      if (length > 0) parts.push({ ...part, box: measure(letters.slice(from, from + length), weight, part.end) });
      from += length;
    }
    from += 1;
  }
  return parts;
}

function wordsOf(letters: Letter[]): string[] {
  return letters
    .map((letter) => letter.text)
    .join('')
    .split(' ');
}

function measure(letters: Letter[], weight: Weight, end: string): TextPart['box'] {
  const box = { left: 0, top: 0, right: end === '' ? 0 : 0.4 * EM, bottom: 0 };
  for (const { text, face } of runsOf(letters)) {
    if (!face) box.right += SPACE[weight];
    else {
      const shape = shapeRun(text, face);
      box.right += shape.width * EM;
      box.top = Math.min(box.top, -shape.top * EM);
      box.bottom = Math.max(box.bottom, -shape.bottom * EM);
    }
  }
  return box;
}

/** Runs of one face and one level, in reading order. */
function runsOf(letters: Letter[]): Letter[] {
  const runs: Letter[] = [];
  for (const letter of letters) {
    const last = runs.at(-1);
    if (last && last.face === letter.face && last.level === letter.level) last.text += letter.text;
    else runs.push({ ...letter });
  }
  return runs;
}

function layLine(letters: Letter[], parts: TextPart[], weight: Weight, mark: Face): Line {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return { runs: [], width: 0 };
  const base = startsRightToLeft(letters) ? 1 : 0;
  const kept = letters.slice(first.from, last.to);
  const ends: Letter[] = last.end === '' ? [] : [{ text: last.end, face: mark, level: base }];
  const runs: Run[] = [];
  let x = 0;
  for (const { text, face, level } of inVisualOrder(runsOf([...kept, ...ends]))) {
    if (!face) x += SPACE[weight] / EM;
    else {
      const drawn = asDrawn(text, face, level % 2 === 1);
      runs.push({ text: drawn, face, x });
      x += shapeRun(drawn, face).width;
    }
  }
  return alignedByInk(runs);
}

/** Makes the line reach from its first letter's ink to its last one's, so that large and small lines align. */
function alignedByInk(runs: Run[]): Line {
  const inks = runs.map(({ text, face, x }) => {
    const { left, right } = shapeRun(text, face);
    return { left: x + left, right: x + right };
  });
  const left = Math.min(...inks.map((ink) => ink.left));
  const right = Math.max(...inks.map((ink) => ink.right));
  return { runs: runs.map((run) => ({ ...run, x: run.x - left })), width: right - left };
}

/** Unicode's rule L2: from the deepest level on, reverses each run of letters at that level or deeper. */
function inVisualOrder(runs: Letter[]): Letter[] {
  const ordered = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

/** A face itself reverses its own right-to-left script; everything else has to be reversed for it, or back. */
function asDrawn(text: string, face: Face, isRtl: boolean): string {
  const turns = face.font.layout(text).direction === 'rtl';
  if (turns === isRtl) return text;
  const turned = graphemes(text).toReversed();
  return turned.map((letter) => (isRtl ? (bidi.getMirroredCharacter(letter) ?? letter) : letter)).join('');
}

interface Shape {
  /** In ems. */
  width: number;
  /** Where its ink begins, from the pen on. */
  left: number;
  right: number;
  /** Above the baseline; `bottom` is negative below it. */
  top: number;
  bottom: number;
  /** An SVG path in the face's units; y is positive below the baseline. */
  d: string;
}

const shapes = new Map<string, Shape>();
const MOST_SHAPES = 1000;

function shapeRun(text: string, face: Face): Shape {
  const name = `${face.name} ${text}`;
  const known = shapes.get(name);
  if (known) return known;
  const { font, tracking, scale } = face;
  const { glyphs, positions } = font.layout(text, []);
  const unit = scale / font.unitsPerEm;
  const shape: Shape = { width: 0, left: Infinity, right: -Infinity, top: 0, bottom: 0, d: '' };
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const { bbox } = glyph;
    if (Number.isFinite(bbox.maxY)) {
      const pen = shape.width + xOffset * unit;
      shape.left = Math.min(shape.left, pen + bbox.minX * unit);
      shape.right = Math.max(shape.right, pen + bbox.maxX * unit);
      shape.top = Math.max(shape.top, (bbox.maxY + yOffset) * unit);
      shape.bottom = Math.min(shape.bottom, (bbox.minY + yOffset) * unit);
    }
    const x = Math.round(shape.width / unit + xOffset);
    shape.d += glyph.path.translate(x, yOffset).scale(1, -1).toSVG();
    shape.width += xAdvance * unit + tracking;
  }
  // It has only spaces and joiners.
  if (shape.left > shape.right) Object.assign(shape, { left: 0, right: shape.width });
  if (shapes.size >= MOST_SHAPES) shapes.clear();
  shapes.set(name, shape);
  return shape;
}
