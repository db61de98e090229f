import type { Random } from '../random.ts';

/** All as #rrggbb. */
export interface Palette {
  /** Already laid under the field. */
  ground: string;
  first: string;
  second: string;
  blend: 'multiply' | 'normal';
}

/** In its own coordinates: 0…width, 0…height. What sticks out is cut. */
export interface Field {
  width: number;
  height: number;
  /** The sheet's own edge: what does not come out even is cut there, not at the title. */
  open: 'top' | 'bottom';
}

export interface Composition {
  name: string;
  titleAt: 'top' | 'either';
  draw: (field: Field, palette: Palette, random: Random) => string;
}
