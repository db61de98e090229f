import type { Palette } from '../compositions/composition.ts';
import { contrast } from '../../colour.ts';
import { posterScheme } from '../draw-poster.ts';
import { posterInks, readableOn } from '../inks.ts';

export interface KitPalette {
  /** The colour under the text. */
  ground: string;
  /** Has a contrast of at least 4.5:1 on the ground. */
  text: string;
  /** True if a code can be read on the ground itself. */
  isPaper: boolean;
  /** The colours of the forms that are drawn if the event has no picture. */
  forms: Palette;
}

export const WHITE = '#ffffff';
export const BLACK = '#000000';
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_CODES = 15;

/** The colours of the poster on the event's page, and one for text that is readable on them in small letters. */
export function kitPalette(key: string, accent: string): KitPalette {
  const inks = posterInks(accent);
  const { band, ...forms } = posterScheme(key, accent);
  const text = readableOn(band, inks);
  // Small letters need more contrast than a title: on a middling ground they are black or white.
  const best = contrast(band, WHITE) > contrast(band, BLACK) ? WHITE : BLACK;
  return {
    ground: band,
    text: contrast(band, text) >= LEAST_OF_TEXT ? text : best,
    isPaper: contrast(band, BLACK) > LEAST_OF_CODES,
    forms,
  };
}
