import { describe, expect, it } from 'vitest';
import { contrast } from '../../colour.ts';
import { posterScheme } from '../draw-poster.ts';
import { kitPalette } from './palettes.ts';

const STEPS = [0, 51, 102, 153, 204, 255];
/** 216 of them, from black to white through every hue. */
const accents = STEPS.flatMap((red) =>
  STEPS.flatMap((green) =>
    STEPS.map((blue) => `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`),
  ),
);
const keys = Array.from({ length: 60 }, (_, number) => `event-${number}`);

describe('the colours of an event', () => {
  it('can be read, whatever accent the club has', () => {
    for (const accent of accents) {
      for (const key of keys) {
        const { ground, text } = kitPalette(key, accent);
        expect(contrast(text, ground), `text of ${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('are those of the poster on its page', () => {
    for (const key of keys) {
      const { band, ground, first, second, blend } = posterScheme(key, '#aa3b3b');
      expect(kitPalette(key, '#aa3b3b')).toMatchObject({ ground: band, forms: { ground, first, second, blend } });
    }
  });

  it('are chosen by its key for ever, on every machine', () => {
    const chosen = ['e5', 'b2', 'a1', 'd4'].map((key) => kitPalette(key, '#aa3b3b'));
    expect(chosen.map(({ ground, forms }) => [ground, forms.first])).toEqual([
      ['#a2d2ef', '#aa3b3b'],
      ['#f6f1e7', '#261918'],
      ['#aa3b3b', '#f6f1e7'],
      ['#f6f1e7', '#f6f1e7'],
    ]);
  });
});
