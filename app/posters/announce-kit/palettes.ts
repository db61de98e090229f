import type { Palette } from '../compositions/composition.ts';
import { contrast } from '../../colour.ts';
import { posterInks, readableOn } from '../inks.ts';
import { pick, seeded } from '../random.ts';

export interface KitPalette extends Palette {
  /** At least 4.5:1 on the ground. */
  text: string;
  /** A code can be read on the ground itself. */
  isPaper: boolean;
}

export const WHITE = '#ffffff';
export const BLACK = '#000000';
/** Forms with less are not seen. */
const LEAST_OF_FORMS = 1.6;
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_CODES = 15;

/** The accent as ground, and three that go with it. Their order decides which key gets which: another one changes every kit. */
export function kitPalettes(clubAccent: string): readonly [KitPalette, KitPalette, KitPalette, KitPalette] {
  const inks = posterInks(clubAccent);
  const { paper, ink, accent, second, deep, pale } = inks;
  const on = (ground: string): KitPalette => {
    const seen = [accent, second, paper, ink].filter((colour) => contrast(colour, ground) >= LEAST_OF_FORMS);
    const [first = ink, other = paper] = seen;
    const text = readableOn(ground, inks);
    // Small letters need more contrast than a title: on a middling ground they are black or white.
    const best = contrast(ground, WHITE) > contrast(ground, BLACK) ? WHITE : BLACK;
    return {
      ground,
      first,
      second: other,
      blend: 'normal',
      text: contrast(ground, text) >= LEAST_OF_TEXT ? text : best,
      isPaper: contrast(ground, BLACK) > LEAST_OF_CODES,
    };
  };
  return [on(accent), on(second), on(deep), on(pale)];
}

/** An event's own, for ever. */
export function kitPalette(key: string, accent: string): KitPalette {
  return pick(seeded(`kit ${key}`), kitPalettes(accent));
}
