import { halftone, rays, scatter } from './ink/halftone.ts';
import {
  coral,
  cream,
  darker,
  dusk,
  ink,
  mix,
  mustard,
  night,
  paper,
  pink,
  red,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, over, polygon, polyline, rect, ring, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { reachingArm } from './people/from-above.ts';
import type { Picture } from './picture.ts';
import { card, controller, die, knight, meeple, pawn, rook } from './props/games.ts';

const trackBoard = (): string => {
  const inks = [red, teal, mustard, dusk, coral] as const;
  const tiles = times(28, (i) => {
    const [side, step] = [Math.floor(i / 7), i % 7];
    const along = -224 + step * 64;
    const [x, y] = (
      [
        [along, -224],
        [224, along],
        [-along, 224],
        [-224, -along],
      ] as const
    )[side] ?? [0, 0];
    return (
      rect(x - 29, y - 29, 58, 58, nth(inks, i * 2 + side), 4) +
      (i % 4 === 1
        ? circle(x, y, 12, paper)
        : i % 7 === 4
          ? polygon(
              [
                [x - 14, y + 10],
                [x, y - 14],
                [x + 14, y + 10],
              ],
              paper,
            )
          : '')
    );
  }).join('');
  const middle =
    rect(-180, -180, 360, 360, night) +
    circle(50, -50, 92, straw) +
    polygon(
      [
        [-180, 180],
        [-180, 60],
        [-80, -50],
        [20, 70],
        [90, -10],
        [180, 90],
        [180, 180],
      ],
      teal,
    ) +
    polygon(
      [
        [-180, 180],
        [-180, 130],
        [-60, 70],
        [60, 150],
        [180, 110],
        [180, 180],
      ],
      darker(teal, 0.4),
    ) +
    polygon(
      [
        [-80, -50],
        [-116, -11],
        [-84, 0],
        [-66, -16],
        [-46, -10],
      ],
      paper,
    );
  return (
    rect(-262, -252, 540, 540, mix(wood, ink, 0.55), 10) +
    rect(-270, -270, 540, 540, cream, 10) +
    tiles +
    clipped(rect(-180, -180, 360, 360, ink), middle)
  );
};

const gameNight = (): string =>
  rect(0, 0, 1080, 1350, red) +
  over(
    halftone(
      { x: 0, y: 0, width: 1080, height: 1350, step: 26, fill: mix(red, paper, 0.35) },
      (u, v) => 0.75 - Math.hypot(u - 0.5, (v - 0.5) * 1.25),
    ),
  ) +
  circle(552, 716, 640, darker(red, 0.6)) +
  circle(540, 690, 640, mustard) +
  ring(540, 690, 606, mix(mustard, paper, 0.45), 8) +
  over(rays(540, 690, 596, 26, mix(mustard, paper, 0.72))) +
  at(540, 668, trackBoard(), { turn: -11 }) +
  meeple(318, 492, 1, red, -8) +
  meeple(440, 884, 1.05, teal, 6) +
  meeple(706, 420, 1, night, 10) +
  meeple(566, 690, 0.9, coral, -6) +
  die(884, 760, 1, 18, 5) +
  die(826, 862, 0.9, -24, 3, night, straw) +
  card(172, 640, 0.95, -24, teal, 1) +
  card(208, 700, 0.95, -4, red, 0) +
  card(266, 734, 0.95, 16, dusk, 3) +
  stroke('M250 1110C60 1010 60 880 -40 860', ink, 12) +
  stroke('M866 250C980 200 1010 120 1120 110', ink, 12) +
  controller(330, 1148, 1.15, -14, night) +
  controller(806, 246, 1, 158, teal) +
  circle(858, 1084, 112, darker(mustard, 0.5)) +
  circle(848, 1070, 112, paper) +
  circle(848, 1070, 92, red) +
  scatter('corn', 26, [782, 1002, 132, 136], (x, y, u) => circle(x, y, 15 + u * 6, u > 0.5 ? paper : straw)) +
  reachingArm('#6b3f2b', mustard, 110, 1290, 1.12, -32, 'fist').replaceAll(mustard, dusk) +
  reachingArm('#e6b48f', teal, 620, 1330, 1.12, -118, 'fist') +
  reachingArm('#cf9467', paper, 1010, 560, 1.1, 168, 'pinch') +
  reachingArm('#f2cdb0', night, 90, 250, 1.1, 34, 'open') +
  reachingArm('#91593a', pink, 560, 40, 1.05, 78, 'pinch');

/** Board coordinates 0…8 to the sheet, in one-point perspective. */
const boardAt = (u: number, v: number): Point => {
  const t = v / 8;
  const depth = t / (t + (1 - t) * 1.9);
  const width = 700 + 900 * depth;
  return [560 + (u / 8 - 0.5) * width, 470 + depth * 730];
};

const square = (u: number, v: number, fill: string): string =>
  polygon([boardAt(u, v), boardAt(u + 1, v), boardAt(u + 1, v + 1), boardAt(u, v + 1)], fill);

const chess = (): string => {
  const jumps: readonly Point[] = [
    [0.5, 6.5],
    [1.5, 4.5],
    [3.5, 5.5],
    [2.5, 3.5],
    [4.5, 2.5],
    [3.5, 0.5],
  ];
  const spots = jumps.map(([u, v]) => boardAt(u, v));
  return (
    rect(0, 0, 1200, 1200, straw) +
    circle(380, 330, 250, coral) +
    clipped(
      circle(380, 330, 250, ink),
      over(halftone({ x: 130, y: 80, width: 500, height: 500, step: 22, fill: coral }, (_, v) => (v - 0.3) * 0.9)),
    ) +
    polygon([boardAt(0, 0), boardAt(8, 0), boardAt(8, 8), boardAt(0, 8)], paper) +
    times(64, (i) => ((i + Math.floor(i / 8)) % 2 ? square(i % 8, Math.floor(i / 8), teal) : '')).join('') +
    polyline([boardAt(0, 0), boardAt(8, 0)], ink, 7) +
    over(square(1, 4, pink) + square(3, 5, pink) + square(2, 3, pink) + square(4, 2, pink)) +
    rook(260, 560, 0.62, night, straw) +
    pawn(440, 548, 0.6, night, straw) +
    pawn(628, 640, 0.74, paper, ink) +
    polyline(spots, red, 15) +
    spots
      .map(
        ([x, y], i) =>
          circle(x, y, 20 + (spots.length - i) * 3, red) + circle(x, y, 9 + (spots.length - i) * 1.4, paper),
      )
      .join('') +
    over(at(30, 26, knight(872, 1130, 2.9, mix(pink, coral, 0.5), 'none'))) +
    knight(850, 1120, 2.9, ink, straw) +
    pawn(130, 1170, 1.5, red, straw)
  );
};

export const boardEvents: readonly Picture[] = [
  { slug: 'game-night', width: 1080, height: 1350, draw: gameNight },
  { slug: 'chess-and-algorithms', width: 1200, height: 1200, draw: chess },
];
