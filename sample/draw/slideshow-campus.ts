import { halftone, rays, scatter } from './ink/halftone.ts';
import {
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
  sand,
  sky,
  straw,
  teal,
} from './ink/palette.ts';
import { times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, polyline, rect, screen, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import { laptopBack } from './props/desk.ts';
import { hall, tower, tree } from './props/outdoors.ts';

export const campusDusk = (): string => {
  const bands = [night, mix(night, dusk, 0.6), dusk, mix(dusk, pink, 0.5), pink, mix(pink, coral, 0.55)] as const;
  const lamp = (x: number, y: number, s: number): string =>
    at(
      x,
      y,
      rect(-5, -230, 10, 230, ink) +
        circle(0, -246, 26, straw) +
        rect(-18, -222, 36, 10, ink) +
        faded(0.22, circle(0, -246, 90, straw)),
      { scale: s },
    );
  return (
    rect(0, 0, 1920, 400, night) +
    bands
      .map((colour, i) => shape(`M0 ${i * 118}Q960 ${i * 118 - 60} 1920 ${i * 118 + 20}L1920 1345L0 1345Z`, colour))
      .join('') +
    circle(1290, 590, 170, coral) +
    over(rays(1290, 590, 1500, 30, mix(coral, paper, 0.82), 2)) +
    scatter('dusk', 40, [0, 0, 1500, 260], (x, y, u) => circle(x, y, 2 + u * 3, paper)) +
    hall(-20, 800, 520, 330, mix(night, dusk, 0.3), 'd1', straw, 0.55) +
    tower(640, 810, 150, 560, mix(night, red, 0.35)) +
    hall(720, 800, 420, 210, mix(night, dusk, 0.45), 'd2', straw, 0.5) +
    hall(1440, 800, 520, 280, mix(night, dusk, 0.2), 'd3', straw, 0.6) +
    tree(1230, 830, 0.8, night, ink) +
    tree(520, 830, 1, darker(teal, 0.55), ink) +
    tree(1450, 850, 1.3, darker(teal, 0.6), ink) +
    shape('M0 790Q960 740 1920 800L1920 1345L0 1345Z', darker(teal, 0.45)) +
    shape('M1130 780C1180 900 900 1010 860 1345L1720 1345C1600 1050 1340 900 1230 776Z', mix(coral, sand, 0.5)) +
    over(
      halftone(
        { x: 0, y: 770, width: 1920, height: 575, step: 30, fill: mix(teal, paper, 0.35) },
        (u, v) => v * 0.8 + (0.5 - u) * 0.5,
      ),
    ) +
    lamp(1010, 900, 0.9) +
    lamp(1420, 900, 0.9) +
    lamp(800, 1130, 1.5) +
    lamp(1740, 1120, 1.5) +
    over(
      polygon(
        [
          [1120, 1096],
          [1160, 1096],
          [1040, 1320],
          [940, 1320],
        ],
        pink,
      ) +
        polygon(
          [
            [1390, 1210],
            [1450, 1210],
            [1420, 1345],
            [1300, 1345],
          ],
          pink,
        ),
    ) +
    figure(person(4, { top: red }), 1140, 820, 0.68, {
      back: true,
      left: [-80, 150],
      right: [80, 150],
      feet: [
        [-30, 398],
        [36, 384],
      ],
    }) +
    figure(person(8), 1240, 830, 0.68, {
      back: true,
      left: [-90, 130],
      right: [84, 150],
      feet: [
        [-36, 390],
        [30, 400],
      ],
    }) +
    figure(person(0, { top: mustard }), 1420, 820, 1, {
      back: true,
      left: [-80, 150],
      right: [80, 150],
      feet: [
        [-34, 398],
        [34, 388],
      ],
    }) +
    rect(1386, 840, 70, 90, darker(red, 0.2), 16) +
    figure(person(5, { top: coral }), 1560, 836, 1, {
      look: -0.8,
      mood: 'laugh',
      left: [-110, 20],
      right: [70, 160],
      feet: [
        [-34, 398],
        [34, 398],
      ],
    }) +
    tree(1880, 1080, 2, ink, ink) +
    shape('M0 1345L0 1150Q300 1090 620 1230Q760 1290 800 1345Z', ink) +
    times(9, (i) => stroke(`M${60 + i * 76} ${1180 + ((i * i) % 40)}q-8 -50 ${i % 2 ? 14 : -18} -80`, ink, 8)).join('')
  );
};

export const constellation = (): string => {
  const stars: readonly Point[] = [
    [1000, 250],
    [1180, 170],
    [1400, 210],
    [1560, 340],
    [1500, 520],
    [1290, 560],
    [1080, 470],
    [1270, 370],
    [760, 170],
    [560, 300],
    [820, 430],
    [1740, 200],
  ];
  const links: readonly Point[] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 0],
    [7, 1],
    [7, 4],
    [7, 6],
    [0, 8],
    [8, 9],
    [9, 10],
    [10, 6],
    [3, 11],
  ];
  const spark = (x: number, y: number, i: number): string =>
    i % 3 === 0
      ? rect(x - 13, y - 20, 26, 40, straw)
      : i % 3 === 1
        ? polyline(
            [
              [x - 12, y - 16],
              [x + 10, y],
              [x - 12, y + 16],
            ],
            mint,
            11,
          )
        : at(x, y, shape('M0 -30L7 -7L30 0L7 7L0 30L-7 7L-30 0L-7 -7Z', paper));
  const coder = (who: number, x: number, y: number, s: number, top: string, look: number): string =>
    faded(0.13, circle(x, y + 40 * s, 270 * s, straw)) +
    faded(0.16, circle(x, y + 60 * s, 190 * s, straw)) +
    figure(person(who, { top }), x, y, s, { look, left: [-58, 160], right: [58, 160] }) +
    oval(x, y + 210 * s, 190 * s, 48 * s, darker(dusk, 0.5)) +
    laptopBack(x, y + 206 * s, 0.92 * s, sand, coral);
  return (
    rect(0, 0, 1920, 1345, night) +
    screen(
      halftone(
        { x: 0, y: 260, width: 1920, height: 760, step: 30, fill: '#2b4468' },
        (u, v) => v * 0.8 * (0.4 + u * 0.8),
      ),
    ) +
    scatter('night', 150, [0, 0, 1920, 900], (x, y, u) =>
      u > 0.9 ? rect(x, y, 9, 9, coral) : circle(x, y, 1.6 + u * 3, u > 0.5 ? paper : sky),
    ) +
    links.map(([a, b]) => polyline([stars[a] ?? [0, 0], stars[b] ?? [0, 0]], mix(straw, night, 0.25), 5)).join('') +
    stars.map(([x, y], i) => circle(x, y, 36, night) + spark(x, y, i)).join('') +
    shape('M0 940Q420 860 900 930T1920 820L1920 1345L0 1345Z', mix(teal, night, 0.5)) +
    hall(1480, 868, 300, 90, ink, 'far-hall', straw, 0.5) +
    tower(1420, 880, 50, 150, ink) +
    shape('M0 1080Q600 900 1200 1010T1920 960L1920 1345L0 1345Z', mix(teal, night, 0.72)) +
    tree(1830, 1010, 1.2, ink, ink) +
    tree(240, 1010, 0.9, ink, ink) +
    coder(6, 1120, 880, 0.72, darker(coral, 0.2), 0.6) +
    coder(3, 1500, 856, 0.72, mint, -0.4) +
    shape('M0 1190Q800 1010 1920 1120L1920 1345L0 1345Z', ink) +
    coder(11, 960, 1024, 1.05, teal, 0.5) +
    coder(0, 1330, 984, 1.2, mustard, -0.4) +
    coder(4, 1660, 1000, 1.15, red, -0.8) +
    shape('M0 1260Q800 1190 1920 1240L1920 1345L0 1345Z', lighter(ink, 0.03))
  );
};
