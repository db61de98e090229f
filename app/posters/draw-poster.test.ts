import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { COMPOSITIONS } from './draw-poster.ts';
import { drawPoster } from './draw-poster.ts';
import { contrast } from '../colour.ts';
import { posterInks, readableOn } from './inks.ts';
import { pick, seeded } from './random.ts';

const accent = '#aa3b3b';
const key = '-OgxVzdq4uJStFVn8a1y';

async function pixels(svg: string): Promise<{ width: number; height: number; hash: string }> {
  const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, hash: createHash('sha256').update(data).digest('hex') };
}

/** A key for each composition. */
const keys = COMPOSITIONS.map((composition) => {
  for (let number = 0; ; number++) {
    if (pick(seeded(`poster event-${number}`), COMPOSITIONS) === composition) return `event-${number}`;
  }
});

describe('a poster', () => {
  it('is the same for the same event, and another one for another', async () => {
    const first = await drawPoster({ key, title: 'Game Night', accent });
    expect(await drawPoster({ key, title: 'Game Night', accent })).toBe(first);
    expect(await drawPoster({ key: `${key}2`, title: 'Game Night', accent })).not.toBe(first);
    expect(await drawPoster({ key, title: 'Game Day', accent })).not.toBe(first);
    expect(await drawPoster({ key, title: 'Game Night', accent: '#0a6b5d' })).not.toBe(first);
  });

  it('has four compositions to be drawn in', () => {
    expect(new Set(COMPOSITIONS.map(({ name }) => name)).size).toBe(4);
    expect(new Set(keys).size).toBe(4);
  });

  it.each(COMPOSITIONS.map(({ name }, index) => [name, keys[index] ?? '']))(
    'in the composition %s is 800×1000, shows its title, and stands without one',
    async (_, chosen) => {
      const titled = await pixels(await drawPoster({ key: chosen, title: 'Chess and Algorithms', accent }));
      const alone = await pixels(await drawPoster({ key: chosen, title: '', accent }));
      expect(titled).toMatchObject({ width: 800, height: 1000 });
      expect(alone).toMatchObject({ width: 800, height: 1000 });
      expect(titled.hash).not.toBe(alone.hash);
    },
  );

  it('needs no font, no script and nothing from elsewhere', async () => {
    for (const chosen of keys) {
      const svg = await drawPoster({ key: chosen, title: 'LAN Party', accent });
      expect(svg).not.toMatch(/<(text|image|script|style|foreignObject|use)\b|href|url\((?!#)/i);
      expect(svg.length).toBeLessThan(80_000);
    }
  });

  it.each([
    ['Chinese', '漢字の夕べ'],
    ['Latin and Hebrew', 'ערב of Rust'],
    ['emoji alone', '🎮🎲'],
    ['control and direction marks alone', '\u202e\u0007\u200f\u0000'],
    ['half a character', '\ud83d'],
    ['nothing but spaces', ' \u00a0\n '],
    ['joiners alone', '\u200d\u200c'],
  ])('with a title in %s is the composition alone', async (_, title) => {
    expect(await drawPoster({ key, title, accent })).toBe(await drawPoster({ key, title: '', accent }));
  });

  it.each([
    ['Arabic', 'أمسية البرمجة'],
    ['Latin and Cyrillic', 'Вечер of Rust'],
    ['Greek', 'Βραδιά παιχνιδιών'],
    ['Devanagari', 'खेल की शाम'],
  ])('shows a title in %s', async (_, title) => {
    expect(await drawPoster({ key, title, accent })).not.toBe(await drawPoster({ key, title: '', accent }));
  });

  it('begins a title where its language does', async () => {
    const beginnings = async (title: string) => {
      const words = (await drawPoster({ key, title, accent })).split('</svg>')[1] ?? '';
      return Array.from(words.matchAll(/translate\(([\d.]+) /g), ([, x]) => Number(x));
    };
    expect(Math.min(...(await beginnings('Game Night')))).toBeLessThan(60);
    expect(Math.min(...(await beginnings('ليلة')))).toBeGreaterThan(200);
  });

  it('sets what can be read of a title with emoji and invisible marks', async () => {
    const plain = await drawPoster({ key, title: 'Game Night', accent });
    expect(await drawPoster({ key, title: '🎮 Game\u202e  Night\u0007 👩🏽‍💻', accent })).toBe(plain);
    // No face has an arrow.
    expect(await drawPoster({ key, title: '⇝ Game ⇝ Night', accent })).toBe(plain);
  });

  it.each([
    ['markup', '</svg><script>alert(1)</script>&amp;"\'<![CDATA['],
    ['one word of 200 characters', 'a'.repeat(200)],
    ['far too many words', 'everything and more '.repeat(500)],
    ['accents from several languages', 'Łódź Résumé İstanbul Tiếng Việt Größe'],
    ['a mark that stands on no letter', '\u0301'],
    ['joiners and letters that no face has', '\u05b2\u200c\u0752\u200d \u05d2\u200c'],
    ['signs', '$5 + 10% = C++ & C# @ 7:30 (a|b) [x] {y} ~ ^'],
  ])('survives a title of %s', async (_, title) => {
    for (const chosen of keys) {
      const svg = await drawPoster({ key: chosen, title, accent });
      expect(svg).not.toMatch(/script|CDATA|NaN|Infinity|undefined/);
      // The title's band and the drawing share the sheet.
      const heights = Array.from(svg.matchAll(/height="([^"]*)"/g), ([, height]) => Number(height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(1000);
      expect(svg.match(/<svg/g)?.length).toBe(svg.match(/<\/svg>/g)?.length);
      expect(await pixels(svg)).toMatchObject({ width: 800, height: 1000 });
    }
  });
});

describe('inks', () => {
  const accents = ['#aa3b3b', '#0a6b5d', '#2b4acb', '#e0b000', '#000000', '#ffffff', '#777777', '#00ff00', '#FF00FF'];

  it.each(accents)('for %s can be read and told apart', (own) => {
    const inks = posterInks(own);
    expect(contrast(inks.ink, inks.paper)).toBeGreaterThan(12);
    expect(contrast(inks.accent, inks.second)).toBeGreaterThan(1.8);
    for (const ground of [inks.paper, inks.ink, inks.accent, inks.second]) {
      expect(contrast(ground, readableOn(ground, inks))).toBeGreaterThan(3.5);
      expect(ground).toMatch(/^#[0-9a-f]{6}$/);
    }
  });
});
