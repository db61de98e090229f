import { inkContrast } from '../inks.ts';
import { EM, type Lettering } from '../lettering.ts';
import { between, pick, times, whole } from '../random.ts';
import { rect, shape, short } from '../svg.ts';
import type { Composition, Ground, Palette } from './composition.ts';

const MARGIN = 44;
const GAP = 26;
const SPACE = 0.22 * EM;
const MOST_WORDS = 9;

export const stack: Composition = {
  name: 'stack',
  titleAt: 'either',
  draw({ width, height }, { first, second }, random) {
    const rows = whole(random, 4, 6);
    const heights = times(rows, () => between(random, 0.6, 1.6));
    const unit = (height - GAP * (rows + 1)) / heights.reduce((sum, high) => sum + high, 0);
    let y = GAP;
    return heights
      .map((share) => {
        const high = share * unit;
        const row = abstractLine(width - 2 * MARGIN, high, first, second, random);
        const drawn = `<g transform="translate(${MARGIN} ${short(y)})">${row}</g>`;
        y += high + GAP;
        return drawn;
      })
      .join('');
  },
  drawWords(field, palette, random, words) {
    if (words.length > MOST_WORDS) return undefined;
    const lines = bestLines(words, field);
    return lines && setLines(lines, field, palette, random() < 0.5);
  },
};

function abstractLine(width: number, high: number, first: string, second: string, random: () => number): string {
  const count = Math.max(2, Math.round(width / (high * between(random, 0.7, 1.1))));
  const size = (width - (count - 1) * 14) / count;
  return times(count, (index) => {
    const x = index * (size + 14);
    const colour = random() < 0.28 ? second : first;
    const form = pick(random, ['bar', 'bowl', 'arch', 'wedge'] as const);
    const [l, r, half] = [short(x), short(x + size), short(size / 2)];
    if (form === 'bowl')
      return shape(`M${l} 0H${r}V${short(high / 2)}A${half} ${short(high / 2)} 0 0 1 ${l} ${short(high / 2)}Z`, colour);
    if (form === 'arch')
      return shape(
        `M${l} ${short(high)}V${short(high / 2)}A${half} ${short(high / 2)} 0 0 1 ${r} ${short(high / 2)}V${short(high)}Z`,
        colour,
      );
    if (form === 'wedge') return shape(`M${l} ${short(high)}L${short(x + size / 2)} 0L${r} ${short(high)}Z`, colour);
    return rect(x, 0, size, high, colour);
  }).join('');
}

interface Line {
  words: Lettering[];
  scale: number;
  top: number;
  bottom: number;
}

function bestLines(words: Lettering[], { width, height }: Ground): Line[] | undefined {
  let best: { lines: Line[]; left: number } | undefined;
  for (let breaks = 0; breaks < 2 ** (words.length - 1); breaks++) {
    const groups: Lettering[][] = [];
    for (const [index, word] of words.entries()) {
      if (index === 0 || breaks & (1 << (index - 1))) groups.push([word]);
      else groups.at(-1)?.push(word);
    }
    const lines = groups.map((group) => lineOf(group, width - 2 * MARGIN));
    const left = height - 2 * MARGIN - totalHeight(lines);
    const uneven = Math.max(...lines.map(({ scale }) => scale)) / Math.min(...lines.map(({ scale }) => scale));
    if (left < 0 || uneven > 3.4) continue;
    const cost = left + 30 * uneven;
    if (!best || cost < best.left) best = { lines, left: cost };
  }
  return best?.lines;
}

function lineOf(words: Lettering[], width: number): Line {
  const wide = words.reduce((sum, { box }) => sum + box.right - box.left, 0) + SPACE * (words.length - 1);
  const scale = width / wide;
  return {
    words,
    scale,
    top: Math.min(...words.map(({ box }) => box.top)) * scale,
    bottom: Math.max(...words.map(({ box }) => box.bottom)) * scale,
  };
}

function totalHeight(lines: Line[]): number {
  return lines.reduce((sum, { top, bottom }) => sum + bottom - top, 0) + GAP * (lines.length - 1);
}

function setLines(lines: Line[], { height, width }: Ground, palette: Palette, rulesAbove: boolean): string {
  const left = height - 2 * MARGIN - totalHeight(lines);
  const rules = ruled(left - GAP, width - 2 * MARGIN, palette.second);
  const readable = [palette.first, palette.second].filter((ink) => inkContrast(ink, palette.ground) >= 3);
  let y = MARGIN + (rulesAbove && rules ? left : 0);
  const set = lines.map((line, index) => {
    let x = 0;
    const drawn = line.words.map(({ d, box }) => {
      const path = `<path transform="translate(${short(x - box.left)} 0)" d="${d}"/>`;
      x += box.right - box.left + SPACE;
      return path;
    });
    const at = `translate(${MARGIN} ${short(y - line.top)}) scale(${line.scale.toFixed(4)})`;
    y += line.bottom - line.top + GAP;
    return `<g transform="${at}" fill="${readable[index % readable.length] ?? palette.text}">${drawn.join('')}</g>`;
  });
  const place = `translate(${MARGIN} ${short(rulesAbove ? MARGIN : height - MARGIN - left + GAP)})`;
  return `${set.join('')}<g transform="${place}">${rules}</g>`;
}

function ruled(high: number, width: number, colour: string): string {
  if (high < 40) return '';
  const count = Math.max(2, Math.min(7, Math.round(high / 46)));
  const unit = high / times(count, (index) => index + 1.6).reduce((sum, part) => sum + part, 0);
  let y = 0;
  return times(count, (index) => {
    const share = (index + 1.6) * unit;
    const rule = rect(0, y + share * 0.4, width, share * 0.6, colour);
    y += share;
    return rule;
  }).join('');
}
