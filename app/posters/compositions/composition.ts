import type { Lettering } from '../lettering.ts';
import type { Random } from '../random.ts';

/** What a composition draws with; all as #rrggbb. */
export interface Palette {
  /** Already laid under the field. */
  ground: string;
  first: string;
  second: string;
  /** Can be read on `ground`. */
  text: string;
  /** How `second` meets `first` where they overlap. */
  blend: 'multiply' | 'normal';
}

/** The part of the sheet that a composition fills, in its own coordinates: 0…width, 0…height. What sticks out is cut. */
export interface Field {
  width: number;
  height: number;
  /** Which edge is the sheet's own: what does not come out even is cut there, not at the title. */
  open: 'top' | 'bottom';
}

export interface Composition {
  name: string;
  /** Where the title stands best: above or below the field. */
  titleAt: 'top' | 'bottom' | 'either';
  draw: (field: Field, palette: Palette, random: Random) => string;
  /** Makes the poster of the title's words themselves, where there is a title; undefined when it cannot be done well. */
  drawWords?: (field: Field, palette: Palette, random: Random, words: Lettering[]) => string | undefined;
}
