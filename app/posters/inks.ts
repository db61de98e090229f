import { contrast, toHex, toOklch } from '../colour.ts';

/** Each as #rrggbb. */
export interface Inks {
  paper: string;
  /** Has a contrast of at least 12:1 on paper. */
  ink: string;
  accent: string;
  /** Far from the accent in hue and in lightness, so that the two can overlap. */
  second: string;
}

const PAPER = '#f6f1e7';
const LIGHTEST_ACCENT = 0.86;
const GREY = 0.03;
const VERMILION = { c: 0.19, h: 38 };
const SECOND_HUES = [
  { h: 22, light: 0.08 },
  { h: 82, light: 0.12 },
  { h: 235, light: 0.065 },
] as const;

export function posterInks(accent: string): Inks {
  const own = toOklch(accent);
  const grey = own.c < GREY;
  const dark = own.l < 0.6;
  const { h, light } = SECOND_HUES.reduce((best, hue) =>
    hueDistance(hue.h, own.h) > hueDistance(best.h, own.h) ? hue : best,
  );
  const second = dark ? { l: 0.84, c: light, h } : { l: 0.4, c: 0.11, h };
  const besideGrey = { ...VERMILION, l: own.l < 0.4 ? 0.66 : second.l };
  return {
    paper: PAPER,
    ink: toHex({ l: 0.23, c: grey ? 0 : 0.022, h: own.h }),
    accent: own.l > LIGHTEST_ACCENT ? toHex({ ...own, l: LIGHTEST_ACCENT }) : accent.toLowerCase(),
    second: toHex(grey ? besideGrey : second),
  };
}

export function readableOn(ground: string, { paper, ink }: Inks): string {
  return contrast(ground, paper) >= contrast(ground, ink) ? paper : ink;
}

export function raisedOn(ground: string, colour: string, least: number): string {
  const start = toOklch(colour);
  for (let l = start.l; l < 1; l += 0.02) {
    const raised = l === start.l ? colour : toHex({ ...start, l });
    if (contrast(raised, ground) >= least) return raised;
  }
  return PAPER;
}

function hueDistance(one: number, other: number): number {
  const way = Math.abs(one - other) % 360;
  return Math.min(way, 360 - way);
}
