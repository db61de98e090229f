import { contrast, toHex, toOklch, type Oklch } from '../colour.ts';

/** A raw colour from tokens.css, light and dark, for anything that cannot read the site's style sheets. */
interface ThemeColour {
  light: string;
  dark: string;
}

export const PAPER: ThemeColour = { light: '#fbf8f1', dark: '#10131a' };
export const PAPER_SHADED: ThemeColour = { light: '#f1ebdd', dark: '#1d222e' };
export const PAPER_BRIGHT: ThemeColour = { light: '#ffffff', dark: '#161a24' };
export const INK: ThemeColour = { light: '#15171c', dark: '#f3eee3' };
export const LINE_STRONG: ThemeColour = { light: '#857d6e', dark: '#7f8592' };
export const RED: ThemeColour = { light: '#a3121f', dark: '#ff9a92' };

const WHITE = '#ffffff';
const DARK_INK = '#0e1118';
/** WCAG 2.2 AA for text, and for the borders of controls. */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

/** Derived in OKLCH from the club's accent (#rrggbb); token-pairs.ts says which colour may be on which ground. */
export function accentPalette(accent: string): Record<`--${string}`, string> {
  const base = toOklch(accent);
  // The lightest and darkest ground of each theme (app/ui/tokens.css); what is readable on both is readable on those
  // between.
  const light = theme(base, [PAPER_BRIGHT.light, PAPER_SHADED.light], -1);
  const themes = { light, dark: theme(base, [PAPER.dark, PAPER_SHADED.dark], 1) };
  return Object.fromEntries(
    Object.entries(themes).flatMap(([name, steps]) =>
      Object.entries(steps).map(([step, colour]) => [`--${name}-${step}`, colour]),
    ),
  );
}

function theme(base: Oklch, grounds: string[], direction: 1 | -1) {
  const isLight = direction < 0;
  const step = (light: number, dark: number, chroma: number) => ({
    l: isLight ? light : dark,
    c: Math.min(base.c, chroma),
    h: base.h,
  });
  const tint = toHex(step(0.93, 0.29, 0.022));
  const onAll = (colour: string) => Math.min(...[...grounds, tint].map((ground) => contrast(colour, ground)));
  const text = untilContrast(base, direction, onAll);
  // The fill stays the club's own colour as long as one of the two inks is readable on it.
  const onFill = contrast(toHex(base), WHITE) >= 3 ? WHITE : DARK_INK;
  const fill = untilContrast(base, onFill === WHITE ? -1 : 1, (colour) => contrast(colour, onFill));
  return {
    'accent-tint': tint,
    'accent-line': toHex(step(0.8, 0.45, 0.09)),
    'accent-fill': fill,
    'accent-text': text,
    'accent-strong': untilContrast(step(0.34, 0.86, 0.11), direction, onAll),
    'on-accent': onFill,
    // A fill that hardly differs from the paper gets an edge in the text's colour.
    'accent-edge': onAll(fill) >= EDGE_CONTRAST ? fill : text,
  };
}

function untilContrast(base: Oklch, direction: 1 | -1, measure: (colour: string) => number): string {
  for (let l = Math.min(0.99, Math.max(0.01, base.l)); l > 0 && l < 1; l += direction * 0.01) {
    const colour = toHex({ ...base, l });
    if (measure(colour) >= TEXT_CONTRAST) return colour;
  }
  return direction < 0 ? INK.light : WHITE;
}
