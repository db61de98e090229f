import type { Random } from '../random.ts';

/** Each as #rrggbb. */
export interface Palette {
  /** The field is already filled with it. */
  ground: string;
  first: string;
  second: string;
  blend: 'multiply' | 'normal';
}

/** Has its own coordinates, 0…width and 0…height. What sticks out is cut off. */
export interface Field {
  width: number;
  height: number;
  /** The side at the sheet's edge. A pattern that does not fit evenly is cut there, not at the title. */
  open: 'top' | 'bottom';
}

export interface Composition {
  name: string;
  titleAt: 'top' | 'either';
  draw: (field: Field, palette: Palette, random: Random) => string;
}
