/** All as #rrggbb. */
export interface Inks {
  paper: string;
  /** At least 12:1 on paper. */
  ink: string;
  accent: string;
  /** Far from the accent in hue and in lightness, so that the two can lie on each other. */
  second: string;
  /** A dark one and a light one: one of the accent's hue, the other of one far from it. */
  deep: string;
  pale: string;
}

/** Lightness 0…1, chroma 0…about 0.37, hue in degrees. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

const PAPER = '#f6f1e7';
const LIGHTEST_ACCENT = 0.86;
const GREY = 0.03;
const VERMILION = { c: 0.19, h: 38 };
const COMPANY = [
  { h: 22, light: 0.08 },
  { h: 82, light: 0.12 },
  { h: 235, light: 0.065 },
] as const;

export function posterInks(accent: string): Inks {
  const own = toOklch(accent);
  const grey = own.c < GREY;
  const dark = own.l < 0.6;
  const { h, light } = COMPANY.reduce((best, hue) => (apart(hue.h, own.h) > apart(best.h, own.h) ? hue : best));
  const second = dark ? { l: 0.84, c: light, h } : { l: 0.4, c: 0.11, h };
  const besideGrey = { ...VERMILION, l: own.l < 0.4 ? 0.66 : second.l };
  const near = { h: own.h, strength: grey ? 0 : 1 };
  const far = { h: grey ? VERMILION.h : h, strength: 1 };
  // The accent's hue is at the end that the accent itself is far from.
  const [deep, pale] = dark ? [far, near] : [near, far];
  return {
    paper: PAPER,
    ink: toHex({ l: 0.23, c: grey ? 0 : 0.022, h: own.h }),
    accent: own.l > LIGHTEST_ACCENT ? toHex({ ...own, l: LIGHTEST_ACCENT }) : accent.toLowerCase(),
    second: toHex(grey ? besideGrey : second),
    deep: toHex({ l: 0.3, c: 0.08 * deep.strength, h: deep.h }),
    pale: toHex({ l: 0.9, c: 0.05 * pale.strength, h: pale.h }),
  };
}

/** As WCAG defines it, from 1 to 21. */
export function inkContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

export function readableOn(ground: string, { paper, ink }: Inks): string {
  return inkContrast(ground, paper) >= inkContrast(ground, ink) ? paper : ink;
}

export function raisedOn(ground: string, colour: string, least: number): string {
  const start = toOklch(colour);
  for (let l = start.l; l < 1; l += 0.02) {
    const raised = l === start.l ? colour : toHex({ ...start, l });
    if (inkContrast(raised, ground) >= least) return raised;
  }
  return PAPER;
}

function apart(one: number, other: number): number {
  const way = Math.abs(one - other) % 360;
  return Math.min(way, 360 - way);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(hex: string): number[] {
  return [1, 3, 5].map((from) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function toOklch(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, across),
    h: ((Math.atan2(across, a) * 180) / Math.PI + 360) % 360,
  };
}

/** The nearest colour a screen shows: chroma gives way, lightness and hue stay. */
function toHex({ l, c, h }: Oklch): string {
  for (let chroma = c; ; chroma -= 0.005) {
    const channels = toLinear({ l, c: Math.max(0, chroma), h });
    if (chroma > 0 && channels.some((value) => value < -0.0005 || value > 1.0005)) continue;
    return `#${channels.map((value) => encoded(value).toString(16).padStart(2, '0')).join('')}`;
  }
}

function toLinear({ l, c, h }: Oklch): number[] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const brief = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * brief,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * brief,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * brief,
  ];
}

function encoded(value: number): number {
  const within = Math.min(1, Math.max(0, value));
  return Math.round(255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055));
}
