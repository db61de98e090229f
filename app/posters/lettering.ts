import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';
import { loadSatori } from '../load-package.ts';
import { loadOnceEach } from '../limits/load-once.ts';

/** At 200 units an em, with the baseline at y = 0 and the pen starting at x = 0. */
export interface Lettering {
  text: string;
  d: string;
  /** `top` is negative, `bottom` is positive below the baseline. */
  box: { left: number; top: number; right: number; bottom: number };
}

export type Weight = 500 | 800;

export const EM = 200;
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;
/** From the top of a line as high as the letters. */
const BASELINE = 0.83 * EM;
const TRACKING = { 500: 0, 800: -0.022 } as const;
const KNOWN_LIMIT = 500;

const known = new Map<string, Lettering | null>();

export function plainTitle(title: string): string {
  const plain = title
    .toWellFormed()
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/\p{RGI_Emoji}/gv, ' ')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{C}\p{Variation_Selector}]+/gu, '')
    .trim();
  return graphemes(plain).slice(0, 200).join('');
}

const segmenter = new Intl.Segmenter('en');

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** undefined where the font lacks a character of any text. */
export async function letter(texts: string[], weight: Weight): Promise<Lettering[] | undefined> {
  const drawn: Lettering[] = [];
  for (const text of texts) {
    const lettering = await letterOne(text, weight);
    if (!lettering) return undefined;
    drawn.push(lettering);
  }
  return drawn;
}

async function letterOne(text: string, weight: Weight): Promise<Lettering | null> {
  const name = `${weight} ${text}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const made = await outline(text, weight);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(name, made);
  return made;
}

async function outline(text: string, weight: Weight): Promise<Lettering | null> {
  const fonts = await loadFonts(weight);
  const { default: satori } = loadSatori();
  let missing = false;
  const style = {
    fontSize: EM,
    lineHeight: 1,
    fontFamily: SUBSETS.join(','),
    fontWeight: weight,
    letterSpacing: TRACKING[weight] * EM,
    whiteSpace: 'nowrap',
  };
  const svg = await satori(
    { type: 'div', key: null, props: { style, children: text } },
    {
      width: 100 * EM,
      height: EM,
      fonts,
      loadAdditionalAsset: async () => {
        missing = true;
        return [];
      },
    },
  );
  const d = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, part = '']) => part).join('');
  return missing ? null : measured(text, d);
}

/** From satori's line onto the baseline. All its commands are absolute. */
function measured(text: string, d: string): Lettering | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const moved = d.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, across: string, down: string) => {
    const [x, y] = [Number(across), Number(down) - BASELINE];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    return `${across} ${Math.round(y * 10) / 10}`;
  });
  return Number.isFinite(box.left) ? { text, d: moved.trim(), box } : null;
}

const loadFonts = loadOnceEach((weight: Weight): Promise<Font[]> => {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    SUBSETS.map(async (name) => {
      const file = resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${name}-${weight}-normal.woff`);
      return { name, data: await readFile(file), weight, style: 'normal' as const };
    }),
  );
});
