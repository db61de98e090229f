import { halftone, scatter } from './ink/halftone.ts';
import {
  bark,
  coral,
  cream,
  darker,
  dusk,
  lighter,
  mint,
  mix,
  moss,
  mustard,
  night,
  paper,
  pink,
  red,
  sky,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { times } from './ink/random.ts';
import { at, circle, over, oval, polygon, rect, screen, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { books, laptopBack, plant } from './props/desk.ts';
import { bunting, cloud, hall, lights, pine, stall, tower, tree } from './props/outdoors.ts';

const bigMug = (x: number, y: number, turn: number, colour: string, band: string): string =>
  at(
    x,
    y,
    stroke('M-130 40C-260 30 -260 250 -120 236', darker(colour, 0.15), 44) +
      shape('M-150 -40L150 -40L136 300Q132 330 100 330L-100 330Q-132 330 -136 300Z', colour) +
      shape('M96 -40L150 -40L136 300Q132 330 100 330L84 330Z', darker(colour, 0.2)) +
      oval(0, -40, 150, 38, darker(colour, 0.4)) +
      oval(0, -32, 128, 27, bark) +
      oval(-30, -40, 46, 15, paper) +
      oval(40, -30, 40, 13, paper) +
      stroke('M-140 90L-100 130L-60 90L-20 130L20 90L60 130L100 90L138 126', band, 16) +
      times(5, (i) => circle(-110 + i * 56, 190, 13, band)).join(''),
    { turn },
  );

const mitten = (x: number, y: number, turn: number, colour: string, cuff: string, flip = false): string =>
  at(
    x,
    y,
    stroke('M0 120L0 520', darker(colour, 0.5), 150, 'butt') +
      shape('M-84 90C-110 -10 -96 -110 -20 -118C60 -124 92 -60 86 90Z', colour) +
      shape('M60 -4C90 -70 148 -66 146 -20C144 20 110 50 76 60Z', colour) +
      stroke('M66 20C84 -20 110 -34 126 -30', darker(colour, 0.3), 6) +
      rect(-100, 84, 200, 66, cuff, 16) +
      times(6, (i) => stroke(`M${-76 + i * 30} 96L${-76 + i * 30} 138`, darker(cuff, 0.2), 5)).join(''),
    { turn, flip },
  );

const fingers = (x: number, y: number, turn: number, colour: string): string =>
  at(x, y, rect(-96, -52, 196, 108, darker(colour, 0.28), 54) + rect(-100, -58, 196, 108, colour, 54), { turn });

const winterSocial = (): string =>
  rect(0, 0, 1600, 900, night) +
  screen(halftone({ x: 0, y: 120, width: 1600, height: 480, step: 26, fill: '#22344f' }, (_, v) => v * 0.9)) +
  circle(1290, 170, 86, paper) +
  circle(1322, 150, 74, night) +
  shape('M0 560C240 470 420 520 640 500C900 470 1180 430 1600 520L1600 900L0 900Z', mix(dusk, sky, 0.25)) +
  hall(540, 520, 300, 130, red, 'winter', straw, 0.8) +
  polygon(
    [
      [526, 390],
      [690, 320],
      [854, 390],
    ],
    paper,
  ) +
  tower(920, 500, 84, 220, red) +
  polygon(
    [
      [862, 286],
      [920, 166],
      [978, 286],
      [950, 272],
      [920, 290],
      [892, 270],
    ],
    paper,
  ) +
  pine(470, 540, 0.8, teal, paper) +
  pine(400, 556, 0.55, teal, paper) +
  pine(1030, 520, 0.7, teal, paper) +
  pine(1110, 516, 0.95, darker(teal, 0.2), paper) +
  pine(80, 600, 1.25, darker(teal, 0.2), paper) +
  pine(1530, 580, 1.3, darker(teal, 0.2), paper) +
  shape('M0 640C300 540 560 590 820 580C1100 570 1380 560 1600 640L1600 900L0 900Z', paper) +
  over(halftone({ x: 0, y: 590, width: 1600, height: 310, step: 22, fill: sky }, (_, v) => v * 0.75)) +
  figure(person(6, { top: mustard }), 1290, 500, 0.42, {
    look: -0.6,
    left: [-90, -70],
    right: [80, 150],
    feet: [
      [-40, 390],
      [30, 396],
    ],
  }) +
  figure(person(9, { top: teal }), 1180, 506, 0.42, {
    look: 0.7,
    mood: 'laugh',
    left: [-80, 150],
    right: [90, 40],
    feet: [
      [-30, 390],
      [40, 390],
    ],
  }) +
  figure(person(3), 300, 520, 0.42, {
    look: 0.5,
    left: [-70, 150],
    right: [70, 150],
    feet: [
      [-28, 396],
      [28, 396],
    ],
  }) +
  lights(-20, 60, 560, 40, 60, 11, [straw, coral, mint], 17) +
  lights(560, 40, 1130, 60, 64, 11, [mustard, mint, coral], 17) +
  lights(1130, 60, 1640, 20, 60, 10, [straw, coral, mint], 17) +
  mitten(420, 744, 24, red, paper) +
  bigMug(650, 500, 9, mustard, red) +
  at(1604, 0, bigMug(644, 510, 9, teal, straw), { flip: true }) +
  mitten(1190, 760, -24, coral, straw, true) +
  fingers(540, 640, 14, red) +
  fingers(1070, 646, -14, coral) +
  stroke(
    'M590 400C560 350 620 320 590 260M660 420C640 370 690 330 670 290M960 410C930 360 990 330 960 270M1030 420C1010 380 1050 340 1036 300',
    paper,
    13,
  ) +
  polygon(
    [
      [804, 360],
      [816, 290],
      [828, 360],
    ],
    straw,
  ) +
  polygon(
    [
      [770, 372],
      [738, 316],
      [786, 360],
    ],
    straw,
  ) +
  polygon(
    [
      [856, 360],
      [900, 310],
      [868, 374],
    ],
    straw,
  ) +
  scatter('snow', 120, [0, 0, 1600, 900], (x, y, u) => circle(x, y, 2.5 + u * 5, paper));

const welcomeFair = (): string =>
  rect(0, 0, 1600, 900, sky) +
  cloud(260, 150, 1.3, paper) +
  cloud(1330, 120, 1.1, paper) +
  cloud(860, 90, 0.7, lighter(sky, 0.5)) +
  hall(120, 520, 420, 230, coral, 'fair-a', straw, 0.15) +
  hall(980, 520, 560, 200, mix(coral, pink, 0.3), 'fair-b', straw, 0.15) +
  tower(760, 520, 130, 330, mix(coral, red, 0.4)) +
  hall(560, 520, 140, 150, pink, 'fair-c', straw, 0.2) +
  tree(60, 560, 1.1) +
  tree(930, 540, 0.85, moss) +
  tree(1570, 560, 1.2, teal) +
  shape('M0 520C400 490 1100 490 1600 520L1600 900L0 900Z', mix(moss, mint, 0.55)) +
  shape('M560 900C700 700 740 600 742 506L800 506C830 620 960 760 1140 900Z', cream) +
  over(
    halftone({ x: 0, y: 520, width: 1600, height: 380, step: 24, fill: mix(moss, paper, 0.45) }, (_, v) => v * 0.5),
  ) +
  bunting(-20, 220, 520, 210, 60, 12, [red, mustard, teal, paper], 44) +
  bunting(520, 210, 1080, 210, 66, 12, [red, mustard, teal, paper], 44) +
  bunting(1080, 210, 1640, 190, 60, 12, [red, mustard, teal, paper], 44) +
  stall(
    230,
    700,
    1.06,
    red,
    wood,
    figure(person(9, { top: straw }), 0, -210, 0.62, { look: 0.4, mood: 'laugh', left: [-70, 130], right: [120, 10] }),
    at(-80, -124, books(0, 0, 0.7, [teal, mustard, dusk])) + at(60, -124, laptopBack(0, 0, 0.5, paper)),
  ) +
  stall(
    1370,
    700,
    1.06,
    teal,
    wood,
    figure(person(12), -20, -210, 0.62, { look: -0.5, left: [-110, 0], right: [80, 140] }),
    at(90, -124, plant(0, 0, 0.5, moss, red)) + at(-60, -124, laptopBack(0, 0, 0.5, straw, teal)),
  ) +
  stall(
    680,
    590,
    0.6,
    mustard,
    wood,
    figure(person(13), 0, -206, 0.6, { mood: 'laugh', left: [-80, 140], right: [80, 140] }),
    '',
  ) +
  stall(1010, 600, 0.62, dusk, wood, figure(person(3), 0, -206, 0.6, { left: [-80, 140], right: [80, 140] }), '') +
  figure(person(8), 520, 520, 0.86, {
    look: -0.6,
    left: [-96, 60],
    right: [70, 160],
    feet: [
      [-36, 394],
      [36, 394],
    ],
  }) +
  figure(person(14), 880, 560, 0.8, {
    look: 0.3,
    mood: 'laugh',
    left: [-70, 160],
    right: [100, -86],
    feet: [
      [-30, 398],
      [44, 392],
    ],
  }) +
  figure(person(4, { top: red }), 660, 610, 1.1, {
    back: true,
    left: [-90, 130],
    right: [118, 100],
    feet: [
      [-34, 398],
      [34, 398],
    ],
  }) +
  figure(person(5), 1106, 590, 1.12, {
    look: 0.7,
    left: [-70, 160],
    right: [130, 30],
    feet: [
      [-34, 398],
      [34, 398],
    ],
  }) +
  figure(person(0, { top: teal }), 380, 640, 1.2, {
    back: true,
    feet: [
      [-34, 398],
      [34, 398],
    ],
    left: [-126, 0],
    right: [80, 160],
  });

export const outsideEvents: readonly Picture[] = [
  { slug: 'winter-social', width: 1600, height: 900, draw: winterSocial },
  { slug: 'welcome-fair', width: 1600, height: 900, draw: welcomeFair },
];
