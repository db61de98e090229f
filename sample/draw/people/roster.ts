import {
  bark,
  coral,
  cream,
  dusk,
  ink,
  mint,
  moss,
  mustard,
  night,
  paper,
  pink,
  red,
  sky,
  straw,
  teal,
} from '../ink/palette.ts';
import { nth } from '../ink/random.ts';
import type { HairStyle } from './hair.ts';

export type Person = {
  readonly skin: string;
  readonly hair: string;
  readonly style: HairStyle;
  readonly top: string;
  readonly legs: string;
  readonly glasses?: 'round' | 'square';
  readonly beard?: 'full' | 'stubble' | 'moustache';
  readonly collar?: 'hood' | 'shirt' | 'crew' | 'turtle';
  readonly headphones?: boolean;
};

const light = '#f2cdb0';
const peach = '#e6b48f';
const tan = '#cf9467';
const olive = '#b87d52';
const brown = '#91593a';
const deep = '#7a4a32';
const dark = '#60392a';
const black = '#1e1a1f';
const chestnut = '#6a3a26';
const ginger = '#b8562c';
const blond = '#d9aa5a';
const grey = '#b9b4ab';

/** The club's people: each different, reused across the pictures so that faces come back. */
export const people: readonly [Person, ...Person[]] = [
  { skin: deep, hair: black, style: 'afro', top: mustard, legs: night, collar: 'crew' },
  { skin: light, hair: ginger, style: 'bob', top: teal, legs: ink, glasses: 'round', collar: 'turtle' },
  { skin: tan, hair: black, style: 'quiff', top: red, legs: dusk, beard: 'stubble', collar: 'hood' },
  { skin: olive, hair: dusk, style: 'hijab', top: pink, legs: night, collar: 'crew' },
  { skin: peach, hair: black, style: 'long', top: cream, legs: dusk, collar: 'shirt' },
  { skin: brown, hair: mustard, style: 'turban', top: night, legs: moss, beard: 'full', collar: 'shirt' },
  { skin: light, hair: blond, style: 'curls', top: coral, legs: night, collar: 'crew' },
  { skin: dark, hair: black, style: 'locs', top: mint, legs: ink, collar: 'hood' },
  { skin: peach, hair: black, style: 'side', top: dusk, legs: bark, glasses: 'square', collar: 'shirt' },
  { skin: brown, hair: black, style: 'bun', top: red, legs: ink, collar: 'turtle' },
  { skin: light, hair: chestnut, style: 'beanie', top: moss, legs: night, beard: 'full', collar: 'crew' },
  { skin: tan, hair: chestnut, style: 'ponytail', top: sky, legs: ink, collar: 'crew', headphones: true },
  { skin: deep, hair: black, style: 'crop', top: straw, legs: dusk, glasses: 'round', collar: 'turtle' },
  { skin: peach, hair: grey, style: 'crop', top: teal, legs: ink, beard: 'full', glasses: 'square', collar: 'shirt' },
  { skin: olive, hair: black, style: 'puffs', top: coral, legs: dusk, collar: 'hood' },
  { skin: light, hair: black, style: 'fringe', top: paper, legs: red, collar: 'crew' },
];

export const person = (index: number, changes: Partial<Person> = {}): Person => ({ ...nth(people, index), ...changes });
