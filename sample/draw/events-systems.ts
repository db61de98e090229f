import { gear, halftone, rays, regular } from './ink/halftone.ts';
import {
  coral,
  cream,
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
  sand,
  straw,
  teal,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, over, polar, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';

/** A gear with a wedge bitten out at the top: everything is clipped to the remaining sector. */
const claw = (x: number, y: number, turn: number, flip: boolean): string => {
  const sector = polygon([[-8, -8], ...times(25, (i) => polar(-8, -8, 220, -62 + i * 12.1))], ink);
  return at(
    x,
    y,
    clipped(
      sector,
      gear(4, 4, 164, 14, 26, darker(red, 0.4), 0, 6) +
        gear(-8, -8, 164, 14, 26, red, 0, 6) +
        circle(-8, -8, 104, darker(red, 0.25)),
    ) +
      circle(-8, -8, 40, ink) +
      circle(-8, -8, 18, straw),
    { turn, flip },
  );
};

const leg = (d: string): string => stroke(d, darker(red, 0.45), 46) + stroke(d, coral, 34);

const rustEvening = (): string => {
  const body =
    clipped(rect(380, 180, 840, 520, ink), gear(800, 640, 400, 22, 44, red, 0, 4)) +
    clipped(rect(380, 200, 840, 500, ink), circle(800, 650, 300, mix(red, coral, 0.45)));
  return (
    rect(0, 0, 1600, 900, straw) +
    rays(800, 560, 1200, 30, mix(straw, pink, 0.75), 3) +
    circle(800, 520, 470, mustard) +
    clipped(
      circle(800, 520, 470, ink),
      over(
        halftone(
          { x: 330, y: 50, width: 940, height: 940, step: 26, fill: mix(coral, paper, 0.15) },
          (_, v) => v * 0.85 - 0.1,
        ),
      ),
    ) +
    gear(190, 190, 130, 12, 26, dusk, 54, 8) +
    gear(374, 96, 84, 9, 20, teal, 34, 2) +
    over(gear(1440, 160, 170, 14, 30, mix(teal, paper, 0.15), 70)) +
    over(gear(1250, 70, 96, 10, 22, mix(dusk, paper, 0.2), 36, 12)) +
    rect(0, 660, 1600, 240, dusk) +
    times(4, (row) =>
      shape(
        `M-60 ${690 + row * 62}${times(18, (i) => `q50 ${i % 2 ? 26 : -26} 100 0`).join('')}L1800 960L-60 960Z`,
        nth([mix(dusk, teal, 0.5), teal, mix(teal, ink, 0.35), night], row),
      ),
    ).join('') +
    leg('M500 560L360 500L270 640') +
    leg('M520 620L380 600L320 730') +
    leg('M560 670L450 690L410 800') +
    leg('M1100 560L1240 500L1330 640') +
    leg('M1080 620L1220 600L1280 730') +
    leg('M1040 670L1150 690L1190 800') +
    stroke('M540 460C430 440 370 400 350 330', darker(red, 0.45), 66) +
    stroke('M540 460C430 440 370 400 350 330', red, 52) +
    stroke('M1060 460C1170 440 1230 400 1250 330', darker(red, 0.45), 66) +
    stroke('M1060 460C1170 440 1230 400 1250 330', red, 52) +
    claw(330, 280, -14, false) +
    claw(1270, 280, 14, true) +
    body +
    shape('M386 694L1214 694Q1150 790 800 800Q450 790 386 694Z', darker(red, 0.45)) +
    stroke('M690 330L670 220M910 330L930 220', darker(red, 0.45), 30) +
    circle(664, 196, 66, ink) +
    circle(664, 190, 60, paper) +
    circle(682, 184, 26, ink) +
    circle(936, 196, 66, ink) +
    circle(936, 190, 60, paper) +
    circle(954, 184, 26, ink) +
    circle(690, 176, 8, paper) +
    circle(962, 176, 8, paper) +
    stroke('M700 560Q800 640 900 560', ink, 16) +
    ring(800, 450, 22, darker(red, 0.35), 12) +
    [620, 680, 920, 980]
      .map(
        (x, i) =>
          regular(x, 480 + (i % 3 ? 40 : 0), 24, 6, darker(red, 0.35)) + circle(x, 480 + (i % 3 ? 40 : 0), 10, coral),
      )
      .join('') +
    shape(`M-60 846${times(18, (i) => `q50 ${i % 2 ? 22 : -22} 100 0`).join('')}L1800 960L-60 960Z`, ink)
  );
};

const node = (kind: number, x: number, y: number, r: number, colour: string): string => {
  const forms = [
    circle(x, y, r, colour),
    rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, colour, 6),
    polygon(
      [
        [x, y - r * 1.12],
        [x + r * 1.12, y],
        [x, y + r * 1.12],
        [x - r * 1.12, y],
      ],
      colour,
    ),
    polygon(
      [
        [x, y - r * 1.05],
        [x + r * 1.1, y + r * 0.82],
        [x - r * 1.1, y + r * 0.82],
      ],
      colour,
    ),
  ];
  return forms[kind] ?? '';
};

const compilerTalk = (): string => {
  const nodes: readonly (readonly [number, number, number, string])[] = [
    [540, 190, 0, red],
    [310, 400, 2, mustard],
    [770, 400, 1, teal],
    [170, 630, 3, coral],
    [430, 630, 0, dusk],
    [660, 630, 3, mustard],
    [900, 630, 2, red],
  ];
  const links: readonly Point[] = [
    [0, 1],
    [0, 2],
    [1, 3],
    [1, 4],
    [2, 5],
    [2, 6],
  ];
  const spot = (i: number): Point => [nodes[i]?.[0] ?? 0, nodes[i]?.[1] ?? 0];
  const token = (i: number): string =>
    node(i % 4, 88 + i * 150, 880, 36, nth([coral, mustard, dusk, red, paper, teal, straw], i * 2 + 1));
  return (
    rect(0, 0, 1080, 1350, pink) +
    over(rect(0, 0, 1080, 1350, mix(straw, paper, 0.5))) +
    circle(540, 430, 470, paper) +
    over(
      halftone(
        { x: 0, y: 0, width: 1080, height: 1000, step: 26, fill: mix(coral, paper, 0.4) },
        (u, v) => Math.hypot(u - 0.5, (v - 0.43) * 0.93) * 1.3 - 0.5,
      ),
    ) +
    over(
      at(
        14,
        16,
        links.map(([from, to]) => stroke(`M${spot(from).join(' ')}L${spot(to).join(' ')}`, pink, 40)).join(''),
      ),
    ) +
    links.map(([from, to]) => stroke(`M${spot(from).join(' ')}L${spot(to).join(' ')}`, ink, 30)).join('') +
    [3, 4, 5, 6]
      .map((i) =>
        stroke(`M${spot(i).join(' ')}L${spot(i)[0]} 900`, ink, 18).replace('<path', '<path stroke-dasharray="4 30"'),
      )
      .join('') +
    nodes
      .map(
        ([x, y, kind, colour], i) =>
          over(at(12, 14, node(kind, x, y, i === 0 ? 128 : 98, mix(colour, paper, 0.45)))) +
          node(kind, x, y, i === 0 ? 124 : 94, colour),
      )
      .join('') +
    ring(540, 190, 74, paper, 18) +
    circle(540, 190, 22, paper) +
    stroke('M270 400L350 400M310 360L310 440', paper, 20) +
    stroke('M726 372L814 372M726 428L814 428', paper, 20) +
    circle(170, 650, 22, paper) +
    ring(430, 630, 36, paper, 16) +
    rect(642, 622, 36, 46, paper) +
    polygon(
      [
        [900, 590],
        [940, 630],
        [900, 670],
        [860, 630],
      ],
      paper,
    ) +
    rect(0, 804, 1080, 152, ink) +
    times(14, (i) => rect(14 + i * 80, 816, 34, 14, paper, 4) + rect(14 + i * 80, 930, 34, 14, paper, 4)).join('') +
    times(8, token).join('') +
    rect(0, 956, 1080, 394, teal) +
    circle(170, 1120, 190, ink) +
    circle(170, 1120, 160, red) +
    circle(170, 1120, 42, straw) +
    gear(420, 1180, 150, 16, 26, mustard, 56) +
    gear(640, 1100, 108, 12, 22, coral, 40, 10) +
    rect(560, 1210, 540, 140, darker(teal, 0.5)) +
    times(
      4,
      (i) =>
        rect(700 + (i % 2) * 150, 1150 - Math.floor(i / 2) * 64, 140, 58, nth([paper, straw, mint, cream], i), 4) +
        times(4, (b) =>
          rect(716 + (i % 2) * 150 + b * 28, 1168 - Math.floor(i / 2) * 64, b % 2 === i % 2 ? 18 : 8, 22, ink),
        ).join(''),
    ).join('') +
    rect(560, 1208, 540, 14, sand) +
    figure(person(4, { top: mustard, legs: night }), 990, 1010, 1.02, {
      look: -0.7,
      left: [-96, 66],
      right: [40, 150],
    }) +
    lighterStripe()
  );
};

const lighterStripe = (): string => stroke('M36 1040a150 150 0 0 1 60 -52', lighter(red, 0.4), 14);

export const systemsEvents: readonly Picture[] = [
  { slug: 'rust-evening', width: 1600, height: 900, draw: rustEvening },
  { slug: 'compiler-talk', width: 1080, height: 1350, draw: compilerTalk },
];
