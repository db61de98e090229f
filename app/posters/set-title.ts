import { EM, graphemes, letter, plainTitle, type Lettering, type Weight } from './lettering.ts';
import { times } from './random.ts';
import { short } from './svg.ts';

export interface Words {
  words: Lettering[];
  ellipsis: Lettering;
  weight: Weight;
}

/** All in units of the sheet. */
export interface Room {
  width: number;
  height: number;
  largest: number;
  smallest: number;
  /** From line to line, in sizes; 0.9 when left out, which is tight. */
  leading?: number;
}

export interface SetText {
  svg: string;
  width: number;
  height: number;
}

/** What is set as a whole, at 200 units an em. */
export type Word = Pick<Lettering, 'text' | 'box'>;

/** Between words, at 200 units an em. */
export const SPACE = { 500: 0.3 * EM, 800: 0.25 * EM } as const;
const LONGEST_PIECE = 15;
const MOST_LINES = 7;
/** More could not be read anyway, and would take long to break into lines. */
const MOST_WORDS = 40;

/** undefined when nothing is left of the title or the font lacks a character. */
export async function letterTitle(title: string, weight: Weight = 800): Promise<Words | undefined> {
  const texts = plainTitle(title).split(' ').flatMap(pieces);
  if (texts[0] === '' || texts.length === 0) return undefined;
  const lettered = await letter([...texts, '…'], weight);
  const ellipsis = lettered?.pop();
  return lettered && ellipsis && { words: lettered, ellipsis, weight };
}

/** A word that no line could hold, in parts. */
export function pieces(word: string): string[] {
  const characters = graphemes(word);
  if (characters.length <= LONGEST_PIECE + 3) return [word];
  const count = Math.ceil(characters.length / LONGEST_PIECE);
  const size = Math.ceil(characters.length / count);
  return times(count, (index) => characters.slice(index * size, (index + 1) * size).join('')).filter(Boolean);
}

export function setText({ words, ellipsis, weight }: Words, room: Room, colour: string): SetText {
  const lines = fitLines(words, room, SPACE[weight], (last) => joined(last, ellipsis));
  return lines ? drawn(lines, colour) : { svg: '', width: 0, height: 0 };
}

/** As large as the room lets them be; of what does not fit the last word that does is `elided`. */
export function fitLines<W extends Word>(
  words: W[],
  room: Room,
  space: number,
  elided: (last: W) => W,
): Lines<W> | undefined {
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
    const kept = words.slice(0, count);
    const last = kept.at(-1);
    if (last && count < words.length) kept[count - 1] = elided(last);
    const lines = largestLines(kept, room, space);
    if (lines && (lines.size >= room.smallest || count === 1)) return lines;
  }
  return undefined;
}

function joined(word: Lettering, mark: Lettering): Lettering {
  const shift = word.box.right + 0.02 * EM;
  const moved = mark.d.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${short(Number(x) + shift)} ${y}`,
  );
  return { text: `${word.text}${mark.text}`, d: word.d + moved, box: { ...word.box, right: shift + mark.box.right } };
}

export interface Lines<W extends Word> {
  space: number;
  lines: W[][];
  size: number;
  /** From line to line, in sizes. */
  leading: number;
}

function largestLines<W extends Word>(words: W[], room: Room, space: number): Lines<W> | undefined {
  const accented = words.some(({ box }) => box.top < -0.8 * EM);
  const leading = (room.leading ?? 0.9) + (accented ? 0.16 : 0);
  let best: Lines<W> | undefined;
  for (let count = 1; count <= Math.min(words.length, MOST_LINES); count++) {
    const lines = balanced(words, count, space);
    const fitting = (EM * room.width) / Math.max(...lines.map((line) => widthOf(line, space)));
    const size = Math.min(room.largest, fitting);
    const set = { lines, space, size, leading };
    const high = heightOf(set);
    const shrunk = high > room.height ? { ...set, size: (size * room.height) / high } : set;
    if (!best || worth(shrunk) > worth(best) * 1.06) best = shrunk;
  }
  return best;
}

/** A high power makes the longest line count most. */
function balanced<W extends Word>(words: W[], count: number, space: number): W[][] {
  const widest = new Map<string, { cost: number; lines: W[][] }>();
  const best = (from: number, lines: number): { cost: number; lines: W[][] } => {
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

/** Long lines are bad, and those that break what belongs together: a clause, 'the' and its noun, a date. */
function weigh(line: Word[], space: number): number {
  const hangs = line.length > 1 && /^[a-z]{1,3}$/i.test(line.at(-1)?.text ?? '');
  const parts = /^\d{1,2},?$/.test(line[0]?.text ?? '');
  return (widthOf(line, space) / EM) ** 6 * (runsOn(line) ? 1.5 : 1) * (hangs ? 1.2 : 1) * (parts ? 10 : 1);
}

function runsOn(line: Word[]): boolean {
  return line.slice(0, -1).some(({ text }) => /[:;.!?–—]$/.test(text));
}

function worth({ lines, size, space }: Lines<Word>): number {
  const widths = lines.map((line) => widthOf(line, space));
  const uneven = Math.min(...widths) < 0.5 * Math.max(...widths);
  return size * (uneven ? 0.83 : 1) * (lines.length > 1 && lines.some(runsOn) ? 0.84 : 1);
}

function widthOf(line: Word[], space: number): number {
  return line.reduce((sum, { box }) => sum + box.right - box.left, 0) + space * (line.length - 1);
}

export function heightOf({ lines, size, leading }: Lines<Word>): number {
  const { top, bottom } = edges(lines);
  return ((bottom - top) / EM) * size + (lines.length - 1) * leading * size;
}

/** Of the letters themselves: above the first line's baseline, and below the last one's. */
export function edges(lines: Word[][]): { top: number; bottom: number } {
  return {
    top: Math.min(...(lines[0] ?? []).map(({ box }) => box.top)),
    bottom: Math.max(...(lines.at(-1) ?? []).map(({ box }) => box.bottom)),
  };
}

function drawn(set: Lines<Lettering>, colour: string): SetText {
  const { lines, space, size, leading } = set;
  const { top } = edges(lines);
  const paths = lines.map((line, index) => {
    let x = 0;
    return line
      .map(({ d, box }) => {
        const at = `translate(${short(x - box.left)} ${short(index * leading * EM - top)})`;
        x += box.right - box.left + space;
        return `<path transform="${at}" d="${d}"/>`;
      })
      .join('');
  });
  const svg = `<g fill="${colour}" transform="scale(${(size / EM).toFixed(4)})">${paths.join('')}</g>`;
  return { svg, width: (Math.max(...lines.map((line) => widthOf(line, space))) / EM) * size, height: heightOf(set) };
}
