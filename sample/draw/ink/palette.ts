/** The inks of the noticeboard: one family of papers, darks and strong flats shared by every picture. */
export const paper = '#f6f1e7';
export const cream = '#eee3cd';
export const sand = '#d9c6a3';
export const ink = '#14171f';
export const night = '#1b2540';
export const dusk = '#3b5880';
export const sky = '#a9c5cd';
export const teal = '#1d6b68';
export const mint = '#a8ccb7';
export const red = '#aa3b3b';
export const coral = '#d9654b';
export const pink = '#f0c3b3';
export const mustard = '#e0a52f';
export const straw = '#f4d88f';
export const moss = '#5a7046';
export const wood = '#9c6a43';
export const bark = '#5b3b2c';

const channels = (hex: string): number[] => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/** Mixes two `#rrggbb` inks; `amount` 0 is the first, 1 the second. */
export const mix = (first: string, second: string, amount: number): string => {
  const other = channels(second);
  const mixed = channels(first).map((value, at) => Math.round(value + ((other[at] ?? value) - value) * amount));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

export const darker = (hex: string, amount = 0.18): string => mix(hex, ink, amount);
export const lighter = (hex: string, amount = 0.25): string => mix(hex, paper, amount);
