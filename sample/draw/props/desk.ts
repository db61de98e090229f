import {
  bark,
  cream,
  darker,
  dusk,
  ink,
  lighter,
  mix,
  mustard,
  paper,
  red,
  sand,
  straw,
  teal,
  wood,
} from '../ink/palette.ts';
import { nth, seeded, times } from '../ink/random.ts';
import { at, circle, clipped, element, oval, polygon, rect, shape, stroke } from '../ink/svg.ts';

/** A laptop's lid from behind, 200 × 130, standing on y = 0. */
export const laptopBack = (x: number, y: number, scale: number, colour = sand, sticker = red): string =>
  at(
    x,
    y,
    shape('M-96 -128Q-96 -136 -88 -136L88 -136Q96 -136 96 -128L102 0L-102 0Z', colour) +
      shape('M-102 0L102 0L112 9L-112 9Z', darker(colour, 0.35)) +
      circle(0, -68, 15, sticker) +
      circle(0, -68, 6, colour) +
      rect(48, -44, 34, 22, mustard, 2) +
      shape('M-80 -30L-64 -54L-48 -30Z', teal),
    { scale },
  );

const codeLines = (
  seed: string,
  width: number,
  rows: number,
  step: number,
  inks: readonly [string, ...string[]],
): string => {
  const random = seeded(seed);
  return times(rows, (row) => {
    let x = Math.floor(random() * 4) * 12;
    let line = '';
    while (x < width * (0.45 + random() * 0.5)) {
      const w = 10 + random() * 34;
      line += rect(x, row * step, w, step * 0.42, nth(inks, Math.floor(random() * inks.length)), 2);
      x += w + 8;
    }
    return line;
  }).join('');
};

/** A laptop seen over its user's shoulder: screen 200 × 130 with lines of code, keyboard below. */
export const laptopFront = (x: number, y: number, scale: number, seed: string, screen = '#1b2540'): string =>
  at(
    x,
    y,
    rect(-102, -140, 204, 138, ink, 8) +
      rect(-94, -132, 188, 122, screen, 3) +
      at(-82, -122, codeLines(seed, 160, 8, 14, [straw, '#a8ccb7', '#f0c3b3', paper])) +
      shape('M-102 -2L102 -2L128 44L-128 44Z', cream) +
      shape('M-88 6L88 6L100 28L-100 28Z', mix(cream, ink, 0.55)) +
      rect(-128, 44, 256, 8, mix(cream, ink, 0.3), 3),
    { scale },
  );

/** A laptop from above, its user below it: 190 wide. */
export const laptopAbove = (x: number, y: number, scale: number, turn: number, seed: string, colour = sand): string =>
  at(
    x,
    y,
    shape('M-92 -100L92 -100L96 -6L-96 -6Z', ink) +
      shape('M-84 -92L84 -92L88 -14L-88 -14Z', '#1b2540') +
      at(-74, -86, codeLines(seed, 140, 5, 14, [straw, '#a8ccb7', paper, '#f0c3b3'])) +
      rect(-96, -4, 192, 104, colour, 6) +
      rect(-82, 6, 164, 48, darker(colour, 0.5), 3) +
      times(3, (row) => stroke(`M-76 ${17 + row * 13}L76 ${17 + row * 13}`, lighter(darker(colour, 0.4), 0.2), 2)).join(
        '',
      ) +
      rect(-28, 62, 56, 32, darker(colour, 0.12), 3),
    { scale, turn },
  );

export const mug = (x: number, y: number, scale: number, colour: string, band = paper): string =>
  at(
    x,
    y,
    stroke('M30 -58C66 -62 66 -14 28 -18', colour, 12) +
      shape('M-36 -78L36 -78L32 -4Q32 4 24 4L-24 4Q-32 4 -32 -4Z', colour) +
      oval(0, -78, 36, 8, darker(colour, 0.4)) +
      shape('M-35 -52L35 -52L34 -36L-34 -36Z', band),
    { scale },
  );

export const steam = (x: number, y: number, scale: number, colour: string): string =>
  at(x, y, stroke('M-16 0C-34 -30 4 -44 -14 -78M16 -6C-2 -36 36 -54 16 -92', colour, 8), { scale });

/** A stack of books lying on y = 0, widest at the bottom. */
export const books = (x: number, y: number, scale: number, inks: readonly [string, ...string[]], count = 4): string =>
  at(
    x,
    y,
    times(count, (i) => {
      const width = 150 - ((i * 37) % 50);
      const left = -75 + ((i * 23) % 22);
      const colour = nth(inks, i);
      return (
        rect(left, -26 * (i + 1), width, 25, colour, 3) +
        rect(left + width - 10, -26 * (i + 1) + 4, 12, 17, paper) +
        rect(left + 14, -26 * (i + 1), 7, 25, darker(colour, 0.3)) +
        rect(left + 28, -26 * (i + 1) + 10, 40, 5, lighter(colour, 0.5), 2)
      );
    }).join(''),
    { scale },
  );

/** A row of upright books between x and x + width. */
export const shelf = (
  x: number,
  y: number,
  width: number,
  height: number,
  seed: string,
  inks: readonly [string, ...string[]],
): string => {
  const random = seeded(seed);
  let out = '';
  let left = x;
  while (left < x + width - 12) {
    const w = Math.min(12 + random() * 24, x + width - left);
    const h = height * (0.66 + random() * 0.3);
    const colour = nth(inks, Math.floor(random() * inks.length));
    if (random() > 0.1)
      out +=
        rect(left, y + height - h, w - 2, h, colour) +
        rect(left + w * 0.2, y + height - h * 0.8, w * 0.5, h * 0.1, lighter(colour, 0.5));
    left += w;
  }
  return out + rect(x - 8, y + height, width + 16, 10, bark);
};

/** A desk lamp with its foot at (x, y), shade pointing right; its light cone is drawn by `lampLight`. */
export const deskLamp = (x: number, y: number, scale: number, colour: string, flip = false): string =>
  at(
    x,
    y,
    oval(0, 0, 44, 10, darker(colour, 0.4)) +
      stroke('M0 -4L-34 -120L36 -196', darker(colour, 0.3), 11) +
      circle(-34, -120, 11, colour) +
      shape('M10 -224L44 -186L112 -178Q104 -250 30 -246Z', colour) +
      oval(80, -180, 34, 9, straw),
    { scale, flip },
  );

export const lampLight = (x: number, y: number, scale: number, opacity: number, flip = false): string =>
  at(x, y, element('path', { d: 'M46 -184L114 -176L230 0L-50 0Z', fill: straw, opacity }), { scale, flip });

/** A pendant lamp on a cable from the top of the sheet. */
export const pendant = (x: number, y: number, scale: number, colour: string): string =>
  stroke(`M${x} -10L${x} ${y - 60 * scale}`, ink, 4) +
  at(
    x,
    y,
    shape('M-16 -70L16 -70Q84 -60 92 0L-92 0Q-84 -60 -16 -70Z', colour) +
      oval(0, 0, 92, 13, straw) +
      oval(0, 2, 60, 7, paper),
    { scale },
  );

/** A sheet pinned to a wall, `inside` drawn in 0…width × 0…height. */
export const pinned = (
  x: number,
  y: number,
  width: number,
  height: number,
  turn: number,
  inside: string,
  colour = paper,
  pin = red,
): string =>
  at(
    x,
    y,
    rect(5, 7, width, height, mix(ink, bark, 0.4)) +
      clipped(rect(0, 0, width, height, colour), rect(0, 0, width, height, colour) + inside) +
      circle(width / 2, 12, 8, darker(pin, 0.3)) +
      circle(width / 2 - 1, 10, 7, pin),
    { turn },
  );

export const plant = (x: number, y: number, scale: number, leaf: string, pot = red): string =>
  at(
    x,
    y,
    times(7, (i) =>
      shape('M0 0C-34 -50 -26 -120 0 -170C26 -120 34 -50 0 0Z', i % 2 ? leaf : darker(leaf, 0.25)).replace(
        '<path',
        `<path transform="translate(0 -50) rotate(${-66 + i * 22}) scale(.8 ${0.75 + ((i * 3) % 4) * 0.1})"`,
      ),
    ).join('') +
      shape('M-46 -64L46 -64L36 0L-36 0Z', pot) +
      rect(-52, -76, 104, 20, darker(pot, 0.15), 3),
    { scale },
  );

export const table = (x: number, y: number, width: number, height: number, colour = wood): string =>
  polygon(
    [
      [x + width * 0.06, y],
      [x + width * 0.94, y],
      [x + width, y + height],
      [x, y + height],
    ],
    colour,
  ) + rect(x, y + height, width, 18, darker(colour, 0.3));

export const chairBack = (x: number, y: number, scale: number, colour = dusk): string =>
  at(
    x,
    y,
    stroke('M-62 0L-62 240M62 0L62 240', darker(colour, 0.4), 12) +
      rect(-80, -110, 160, 130, colour, 22) +
      rect(-60, -90, 120, 14, darker(colour, 0.15), 7),
    { scale },
  );
