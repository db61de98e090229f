import { describe, expect, it } from 'vitest';
import { contrast } from '../../colour.ts';
import { kitPalette, kitPalettes } from './palettes.ts';

const STEPS = [0, 51, 102, 153, 204, 255];
/** 216 of them, from black to white through every hue. */
const accents = STEPS.flatMap((red) =>
  STEPS.flatMap((green) =>
    STEPS.map((blue) => `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`),
  ),
);
const keys = Array.from({ length: 60 }, (_, number) => `event-${number}`);

/** 0 for the same colour, 765 from black to white. */
function distance(one: string, other: string): number {
  const channel = (hex: string, from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [1, 3, 5].reduce((sum, from) => sum + Math.abs(channel(one, from) - channel(other, from)), 0);
}

describe('the colours of an event', () => {
  it('can be read and seen, whatever accent the club has', () => {
    for (const accent of accents) {
      for (const { ground, text, first, second } of kitPalettes(accent)) {
        expect(contrast(text, ground), `text of ${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        for (const form of [first, second])
          expect(contrast(form, ground), `${form} on ${ground}`).toBeGreaterThanOrEqual(1.6);
        expect(first).not.toBe(second);
      }
    }
  });

  it('are told apart from those of other events', () => {
    for (const accent of accents) {
      const grounds = kitPalettes(accent).map(({ ground }) => ground);
      for (const [at, one] of grounds.entries())
        for (const other of grounds.slice(at + 1))
          expect(distance(one, other), `${one} and ${other} of ${accent}`).toBeGreaterThan(40);
    }
  });

  it('begin with the club’s accent itself', () => {
    expect(kitPalettes('#AA3B3B')[0].ground).toBe('#aa3b3b');
  });

  it('are one of four, chosen by its key for ever, on every machine', () => {
    const chosen = keys.map((key) => kitPalette(key, '#aa3b3b').ground);
    expect(new Set(chosen)).toEqual(new Set(kitPalettes('#aa3b3b').map(({ ground }) => ground)));
    const known = ['e5', 'b2', 'a1', 'd4'].map((key) => kitPalette(key, '#aa3b3b').ground);
    expect(known).toEqual(['#aa3b3b', '#a2d2ef', '#043247', '#fed2ce']);
  });
});
