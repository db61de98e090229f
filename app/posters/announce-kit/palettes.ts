import type { Palette } from '../compositions/composition.ts';
import { contrast } from '../../colour.ts';
import { posterScheme } from '../draw-poster.ts';
import { posterInks, readableOn } from '../inks.ts';

export interface KitPalette {
  /** Under the text. */
  ground: string;
  /** At least 4.5:1 on the ground. */
  text: string;
  /** A code can be read on the ground itself. */
  isPaper: boolean;
  /** The colours of what is drawn where the event has no picture. */
  forms: Palette;
}

export const WHITE = '#ffffff';
export const BLACK = '#000000';
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_CODES = 15;

/** Those of the poster on the event's page, and a text that can be read in small letters on them. */
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
