import type { Weight } from './faces.ts';
import { times } from './random.ts';

/** In units of the sheet. */
export interface TextBounds {
  width: number;
  height: number;
  largest: number;
  smallest: number;
  /** The distance of lines as a multiple of the size; by default 0.9, which is tight. */
  leading?: number;
}

/** The units in an em, in which lines are measured. */
export const EM = 200;

/** A part of a text that no line break divides. */
export interface TextPart {
  text: string;
  /** Measured from the pen on the baseline: `top` is negative, and `bottom` is positive if it is below the baseline. */
  box: { left: number; top: number; right: number; bottom: number };
  /** The index of its first letter; `to` is the one after its last. */
  from: number;
  to: number;
  /** Added after it if its line ends there. */
  end: string;
}

/** The space between words, at 200 units an em. */
export const SPACE: Record<Weight, number> = { 500: 0.3 * EM, 800: 0.25 * EM };
const LONGEST_PIECE = 15;
const MOST_LINES = 7;
/** A mark on the letter before it may move the pen not at all, or back. */
const LEAST_WIDTH = 1;
/** More words could not be read anyway, and would take long to break into lines. */
const MOST_WORDS = 40;

const segmenter = new Intl.Segmenter('en');

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Divides a word that no line could hold. */
export function pieces(word: string): string[] {
  const characters = graphemes(word);
  if (characters.length <= LONGEST_PIECE + 3) return [word];
  const count = Math.ceil(characters.length / LONGEST_PIECE);
  const size = Math.ceil(characters.length / count);
  return times(count, (index) => characters.slice(index * size, (index + 1) * size).join('')).filter(Boolean);
}

/** Makes the lines as large as the bounds allow. If not all words fit, the last one that does ends with an ellipsis. */
export function fitLines(words: TextPart[], bounds: TextBounds, space: number): Lines | undefined {
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
    const kept = words.slice(0, count);
    const last = kept.at(-1);
    if (last && count < words.length) kept[count - 1] = elided(last);
    const lines = largestLines(kept, bounds, space);
    if (lines && (lines.size >= bounds.smallest || count === 1)) return lines;
  }
  return undefined;
}

function elided(last: TextPart): TextPart {
  return { ...last, end: '…', box: { ...last.box, right: last.box.right + 0.8 * EM } };
}

interface Lines {
  space: number;
  lines: TextPart[][];
  size: number;
  /** The distance of lines as a multiple of the size. */
  leading: number;
}

function largestLines(words: TextPart[], bounds: TextBounds, space: number): Lines | undefined {
  const accented = words.some(({ box }) => box.top < -0.8 * EM);
  const leading = (bounds.leading ?? 0.9) + (accented ? 0.16 : 0);
  let best: Lines | undefined;
  for (let count = 1; count <= Math.min(words.length, MOST_LINES); count++) {
    const lines = balanced(words, count, space);
    const fitting = (EM * bounds.width) / Math.max(LEAST_WIDTH, ...lines.map((line) => widthOf(line, space)));
    const size = Math.min(bounds.largest, fitting);
    const set = { lines, space, size, leading };
    const high = heightOf(set);
    const shrunk = high > bounds.height ? { ...set, size: (size * bounds.height) / high } : set;
    if (!best || worth(shrunk) > worth(best) * 1.06) best = shrunk;
  }
  return best;
}

/** Balances the lines. A high power makes the longest one count most. */
function balanced(words: TextPart[], count: number, space: number): TextPart[][] {
  const widest = new Map<string, { cost: number; lines: TextPart[][] }>();
  const best = (from: number, lines: number): { cost: number; lines: TextPart[][] } => {
    const name = `${from} ${lines}`;
    const known = widest.get(name);
    if (known) return known;
    let found = { cost: weigh(words.slice(from), space), lines: [words.slice(from)] };
    for (let end = from + 1; lines > 1 && end <= words.length - lines + 1; end++) {
      const line = words.slice(from, end);
      const rest = best(end, lines - 1);
      const cost = weigh(line, space) + rest.cost;
      if (end === from + 1 || cost < found.cost) found = { cost, lines: [line, ...rest.lines] };
    }
    widest.set(name, found);
    return found;
  };
  return best(0, count).lines;
}

/** The penalty of a line: for its length, and for dividing what belongs together, such as a clause, 'the' and its noun, or a date. */
function weigh(line: TextPart[], space: number): number {
  const hangs = line.length > 1 && /^[a-z]{1,3}$/i.test(line.at(-1)?.text ?? '');
  const parts = /^\d{1,2},?$/.test(line[0]?.text ?? '');
  return (widthOf(line, space) / EM) ** 6 * (runsOn(line) ? 1.5 : 1) * (hangs ? 1.2 : 1) * (parts ? 10 : 1);
}

function runsOn(line: TextPart[]): boolean {
  return line.slice(0, -1).some(({ text }) => /[:;.!?–—]$/.test(text));
}

function worth({ lines, size, space }: Lines): number {
  const widths = lines.map((line) => widthOf(line, space));
  const uneven = Math.min(...widths) < 0.5 * Math.max(...widths);
  return size * (uneven ? 0.83 : 1) * (lines.length > 1 && lines.some(runsOn) ? 0.84 : 1);
}

function widthOf(line: TextPart[], space: number): number {
  return line.reduce((sum, { box }) => sum + box.right - box.left, 0) + space * (line.length - 1);
}

export function heightOf({ lines, size, leading }: Lines): number {
  const { top, bottom } = edges(lines);
  return ((bottom - top) / EM) * size + (lines.length - 1) * leading * size;
}

/** The extent of the letters themselves: above the first line's baseline, and below the last one's. */
export function edges(lines: TextPart[][]): { top: number; bottom: number } {
  return {
    top: Math.min(...(lines[0] ?? []).map(({ box }) => box.top)),
    bottom: Math.max(...(lines.at(-1) ?? []).map(({ box }) => box.bottom)),
  };
}
