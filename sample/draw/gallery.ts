import { halftone, rays } from './ink/halftone.ts';
import {
  bark,
  coral,
  dusk,
  ink,
  lighter,
  mint,
  mix,
  moss,
  mustard,
  night,
  paper,
  pink,
  red,
  sand,
  sky,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, over, polygon, polyline, rect, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { books, laptopBack, mug, pinned, plant, steam } from './props/desk.ts';
import { bitmap, invaders } from './props/games.ts';
import { hall } from './props/outdoors.ts';
import { boardNight, sofa, winners } from './gallery-evenings.ts';

const pairing = (): string =>
  rect(0, 0, 1200, 900, mint) +
  rect(70, 60, 420, 430, dusk) +
  rect(70, 60, 420, 430, mix(dusk, sky, 0.5)) +
  hall(110, 490, 180, 180, dusk, 'g1', straw, 0.5) +
  hall(310, 490, 150, 120, mix(dusk, ink, 0.3), 'g1b', straw, 0.5) +
  stroke('M70 60L490 60L490 490L70 490ZM280 60L280 490M70 275L490 275', paper, 16, 'square') +
  pinned(
    905,
    60,
    210,
    270,
    3,
    rect(0, 0, 210, 270, straw) +
      polyline(
        [
          [50, 80],
          [105, 135],
          [50, 190],
        ],
        ink,
        24,
      ) +
      rect(112, 176, 70, 20, ink),
  ) +
  over(halftone({ x: 0, y: 400, width: 1200, height: 500, step: 24, fill: mix(mint, teal, 0.3) }, (_, v) => v * 0.8)) +
  figure(person(0), 400, 450, 2, { look: 0.6, mood: 'laugh', tilt: 5, left: [-60, 150], right: [96, 120] }) +
  figure(person(8, { top: red }), 790, 440, 2, { look: -0.7, tilt: -5, left: [-70, 130], right: [70, 160] }) +
  rect(0, 740, 1200, 160, wood) +
  rect(0, 740, 1200, 14, lighter(wood, 0.3)) +
  laptopBack(600, 800, 2, sand, red) +
  mug(190, 830, 1.3, coral) +
  steam(190, 720, 1, paper) +
  books(1040, 850, 1.2, [teal, mustard, red, dusk]);

const demo = (): string =>
  rect(0, 0, 1200, 900, night) +
  rect(250, 80, 720, 430, ink) +
  rect(266, 96, 688, 398, straw) +
  rays(610, 300, 200, 12, mustard) +
  circle(610, 300, 116, red) +
  bitmap(invaders[1] ?? [], 550, 250, 12, paper) +
  rect(300, 130, 130, 18, ink) +
  rect(300, 164, 90, 18, ink) +
  times(4, (i) => rect(820 + i * 26, 420 - i * 34, 18, 40 + i * 34, nth([teal, coral, dusk, red], i))).join('') +
  faded(
    0.15,
    polygon(
      [
        [266, 494],
        [954, 494],
        [1200, 900],
        [0, 900],
      ],
      straw,
    ),
  ) +
  over(
    halftone({ x: 0, y: 500, width: 1200, height: 400, step: 24, fill: mix(night, paper, 0.3) }, (_, v) => v * 0.6),
  ) +
  figure(person(2), 170, 330, 1.25, {
    look: 0.6,
    mood: 'talk',
    left: [-70, 150],
    right: [128, -40],
    feet: [
      [-34, 398],
      [34, 398],
    ],
  }) +
  figure(person(14), 1060, 350, 1.2, {
    look: -0.5,
    mood: 'laugh',
    left: [-60, 130],
    right: [60, 130],
    feet: [
      [-34, 398],
      [34, 398],
    ],
  }) +
  [3, 10, 11, 0, 8]
    .map((who, i) =>
      figure(person(who, { top: nth([teal, dusk, coral, mustard, moss], i) }), 80 + i * 258, 790 + (i % 2) * 30, 1.5, {
        back: true,
        tilt: (i % 3) * 6 - 6,
      }),
    )
    .join('') +
  figure(person(12, { top: coral }), 720, 900, 1.6, { back: true, left: [-130, -110], right: [130, -120] });

const whiteboard = (): string => {
  const note = (x: number, y: number, colour: string, turn: number): string =>
    at(
      x,
      y,
      rect(4, 6, 92, 92, sand) + rect(0, 0, 92, 92, colour) + rect(14, 26, 60, 8, ink) + rect(14, 46, 44, 8, ink),
      { turn },
    );
  return (
    rect(0, 0, 1200, 900, straw) +
    over(
      halftone(
        { x: 0, y: 0, width: 1200, height: 900, step: 26, fill: mix(mustard, paper, 0.3) },
        (u, v) => (u + v) * 0.45 - 0.1,
      ),
    ) +
    rect(150, 70, 900, 560, ink, 8) +
    rect(166, 86, 868, 528, paper, 4) +
    rect(300, 624, 600, 18, sand) +
    stroke('M430 180L600 180M600 180L600 300M520 300L690 300L690 380L520 380ZM690 340L790 340', dusk, 9) +
    circle(390, 180, 42, teal) +
    polygon(
      [
        [790, 340],
        [840, 300],
        [890, 340],
        [840, 380],
      ],
      coral,
    ) +
    stroke('M210 500L320 440L400 470L520 400', red, 11) +
    stroke('M206 400L206 540L540 540', ink, 7) +
    note(640, 130, mustard, -4) +
    note(750, 140, pink, 3) +
    note(860, 124, mint, -2) +
    note(700, 440, coral, 5) +
    note(810, 450, straw, -5) +
    figure(person(12, { top: coral }), 250, 420, 1.6, {
      look: 0.7,
      mood: 'talk',
      left: [-70, 160],
      right: [124, -50],
      feet: [
        [-34, 398],
        [34, 398],
      ],
    }) +
    figure(person(1), 960, 400, 1.6, {
      back: true,
      left: [-100, -30],
      right: [80, 150],
      feet: [
        [-34, 398],
        [34, 398],
      ],
    }) +
    figure(person(14, { top: dusk }), 600, 590, 1.75, { back: true, tilt: -6, left: [-80, 150], right: [100, 60] }) +
    rect(0, 870, 1200, 30, bark) +
    at(60, 870, plant(60, 0, 1.4, moss, red))
  );
};

export const gallery: readonly Picture[] = [pairing, boardNight, demo, winners, sofa, whiteboard].map(
  (draw, index) => ({ slug: `gallery-${index + 1}`, width: 1200, height: 900, draw }),
);
