import { halftone, rays, regular, scatter } from './ink/halftone.ts';
import {
  bark,
  coral,
  darker,
  dusk,
  ink,
  lighter,
  mint,
  mix,
  mustard,
  night,
  paper,
  pink,
  red,
  straw,
  teal,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, over, polygon, rect, ring, shape } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { laptopFront, mug, steam } from './props/desk.ts';
import { hall, tower } from './props/outdoors.ts';

const hackWeekend = (): string => {
  const skies = [night, mix(night, dusk, 0.6), dusk, mix(dusk, pink, 0.6), pink, mix(pink, straw, 0.6), straw] as const;
  return (
    skies
      .map((colour, i) => shape(`M${-200 + i * 186} -10L1200 -10L1200 1360L${-640 + i * 186} 1360Z`, colour))
      .join('') +
    scatter('stars', 46, [0, 0, 420, 760], (x, y, u) =>
      x < 400 - y * 0.3
        ? u > 0.75
          ? at(x, y, shape('M0 -12L3 -3L12 0L3 3L0 12L-3 3L-12 0L-3 -3Z', straw))
          : circle(x, y, 3 + u * 2, paper)
        : '',
    ) +
    over(
      shape(
        'M392 150L188 560L188 626L392 626L392 780L500 780L500 626L560 626L560 522L500 522L500 150ZM392 340L392 522L302 522Z',
        mix(night, dusk, 0.5),
      ).replace('<path', '<path transform="translate(16 16)"'),
    ) +
    shape(
      'M392 150L188 560L188 626L392 626L392 780L500 780L500 626L560 626L560 522L500 522L500 150ZM392 340L392 522L302 522Z',
      paper,
    ) +
    over(rays(742, 632, 420, 24, mix(coral, paper, 0.55), 4)) +
    circle(742, 310, 176, paper) +
    circle(790, 280, 96, dusk) +
    circle(742, 632, 204, red) +
    circle(742, 632, 92, straw) +
    clipped(
      circle(742, 632, 204, ink),
      over(halftone({ x: 530, y: 420, width: 424, height: 424, step: 20, fill: coral }, (_u, v) => (v - 0.35) * 1.1)),
    ) +
    circle(742, 632, 92, straw) +
    hall(40, 940, 300, 130, mix(night, dusk, 0.35), 'left', straw, 0.6) +
    tower(410, 940, 90, 210, mix(night, dusk, 0.2)) +
    hall(500, 940, 520, 96, mix(dusk, night, 0.3), 'right', straw, 0.25) +
    hall(880, 940, 260, 170, mix(dusk, night, 0.45), 'far', paper, 0.15) +
    rect(0, 930, 1080, 430, ink) +
    polygon(
      [
        [0, 1010],
        [1080, 1010],
        [1080, 1130],
        [0, 1130],
      ],
      bark,
    ) +
    rect(0, 1130, 1080, 230, darker(bark, 0.5)) +
    laptopFront(190, 1060, 1.05, 'a') +
    laptopFront(545, 1060, 1.05, 'b') +
    laptopFront(900, 1060, 1.05, 'c') +
    mug(366, 1070, 0.7, red) +
    steam(366, 1006, 0.55, paper) +
    mug(726, 1074, 0.7, teal) +
    figure(person(0), 190, 1150, 1.35, { back: true, left: [-84, -50], right: [84, -50] }) +
    figure(person(4, { top: red }), 545, 1162, 1.35, { back: true, tilt: -8, left: [-84, -50], right: [84, -50] }) +
    figure(person(10, { top: teal }), 900, 1150, 1.35, { back: true, tilt: 6, left: [-84, -50], right: [92, -70] })
  );
};

const keyShape = (x: number, y: number, scale: number, turn: number, colour: string): string =>
  at(
    x,
    y,
    ring(0, 0, 44, colour, 24) +
      rect(46, -12, 190, 24, colour) +
      rect(160, 8, 24, 46, colour) +
      rect(206, 8, 24, 60, colour),
    { scale, turn },
  );

const captureTheFlag = (): string => {
  const cell = (column: number, row: number): Point => [column * 138 + (row % 2 ? 69 : 0) - 30, 1400 - row * 119];
  const heights = [3, 3, 4, 5, 6, 5, 4, 3, 3];
  const inks = [teal, dusk, mix(teal, ink, 0.35), mix(dusk, ink, 0.35), night] as const;
  const cells = times(9 * 7, (i) => {
    const [column, row] = [i % 9, 6 - Math.floor(i / 9)];
    if (row > (heights[column] ?? 0)) return '';
    const [x, y] = cell(column, row);
    const colour = nth(inks, column * 3 + row * 2);
    const mark = (column * 5 + row * 7) % 11;
    return (
      regular(x, y, 82, 6, ink) +
      regular(x, y, 74, 6, colour) +
      polygon(
        [
          [x, y - 74],
          [x + 64, y - 37],
          [x, y],
          [x - 64, y - 37],
        ],
        lighter(colour, 0.16),
      ) +
      (mark === 3
        ? circle(x, y - 6, 22, ink) +
          shape(`M${x - 10} ${y}L${x + 10} ${y}L${x + 16} ${y + 40}L${x - 16} ${y + 40}Z`, ink)
        : mark === 7
          ? rect(x - 26, y - 10, 22, 40, straw) + ring(x + 18, y + 10, 12, straw, 9)
          : '')
    );
  }).join('');
  return (
    rect(0, 0, 1080, 1350, straw) +
    rays(540, 560, 1200, 20, mix(mustard, straw, 0.25), 4) +
    over(
      halftone({ x: 0, y: 700, width: 1080, height: 650, step: 28, fill: mix(coral, paper, 0.35) }, (_, v) => v * 0.7),
    ) +
    circle(170, 250, 84, paper) +
    rect(512, 90, 26, 640, ink) +
    circle(525, 84, 28, red) +
    shape('M538 130C680 60 770 230 1010 130L1010 480C790 580 690 400 538 480Z', red) +
    clipped(
      shape('M538 130C680 60 770 230 1010 130L1010 480C790 580 690 400 538 480Z', ink),
      over(
        shape('M640 60C720 120 700 420 640 540L760 560C790 420 800 200 750 80Z', mix(red, paper, 0.55)) +
          shape('M900 100C930 220 920 400 880 560L1060 560L1060 100Z', mix(red, paper, 0.6)),
      ),
    ) +
    circle(770, 282, 54, straw) +
    shape('M748 312L792 312L812 408L728 408Z', straw) +
    cells +
    figure(person(14), 424, 610 - 196, 0.86, {
      look: 0.5,
      mood: 'laugh',
      left: [-70, 110],
      right: [108, 40],
      feet: [
        [-34, 398],
        [34, 386],
      ],
    }) +
    keyShape(214, 586, 0.9, -58, mustard).replaceAll(mustard, red) +
    figure(person(5, { top: coral, hair: paper }), 236, 690, 0.86, {
      look: 0.7,
      left: [-96, -92],
      right: [140, 20],
      feet: [
        [-60, 390],
        [30, 330],
      ],
    }) +
    figure(person(15, { top: mint, legs: red }), 850, 706, 0.86, {
      back: true,
      left: [-130, -60],
      right: [80, 150],
      feet: [
        [-60, 330],
        [30, 390],
      ],
    })
  );
};

export const hackEvents: readonly Picture[] = [
  { slug: 'hack-weekend', width: 1080, height: 1350, draw: hackWeekend },
  { slug: 'capture-the-flag', width: 1080, height: 1350, draw: captureTheFlag },
];
