/** A raw colour of tokens.css, light and dark: for what is no style sheet of this site, or cannot read one. */
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

/** A colour in OKLCH: lightness 0–1, chroma, hue in degrees. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Rgb = [red: number, green: number, blue: number];

const WHITE = '#ffffff';
const DARK_INK = '#0e1118';
/** WCAG 2.2 AA for text, and for the borders of what can be used. */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

/** Derived in OKLCH from the club's accent (#rrggbb); what may stand on which ground is in token-pairs.ts. */
export function accentPalette(accent: string): Record<`--${string}`, string> {
  const base = toOklch(accent);
  // The lightest and the darkest ground of each theme (app/ui/tokens.css); what can be read on both can on those between.
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
  // The fill stays the club's own colour as far as one of the two inks can be read on it.
  const onFill = contrast(toHex(base), WHITE) >= 3 ? WHITE : DARK_INK;
  const fill = untilContrast(base, onFill === WHITE ? -1 : 1, (colour) => contrast(colour, onFill));
  return {
    'accent-tint': tint,
    'accent-line': toHex(step(0.8, 0.45, 0.09)),
    'accent-fill': fill,
    'accent-text': text,
    'accent-strong': untilContrast(step(0.34, 0.86, 0.11), direction, onAll),
    'on-accent': onFill,
    // A fill that hardly differs from the paper is bounded by the text's colour.
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

/** WCAG contrast of two #rrggbb colours, 1–21. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linearRgb(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearRgb(hex: string): Rgb {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function toOklch(hex: string): Oklch {
  const [red, green, blue] = linearRgb(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI };
}

function toHex({ l, c, h }: Oklch): string {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels: Rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  // Colours outside sRGB lose chroma until they fit, keeping hue and lightness.
  const outside = channels.some((value) => value < -0.0001 || value > 1.0001);
  if (outside && c > 0.001) return toHex({ l, c: c * 0.96, h });
  return `#${channels.map((value) => gamma(value).toString(16).padStart(2, '0')).join('')}`;
}

function gamma(linear: number): number {
  const value = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
}
