import { halftone } from './ink/halftone.ts';
import {
  coral,
  darker,
  dusk,
  ink,
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
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, over, polar, polygon, polyline, rect, ring, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { fromAbove } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { laptopAbove, laptopBack } from './props/desk.ts';

const lane = (d: string, colour: string): string => stroke(d, colour, 44);

const commit = (x: number, y: number, colour: string, r = 46): string =>
  circle(x, y, r, colour) + circle(x, y, r - 18, paper);

const bird = (x: number, y: number): string =>
  at(
    x,
    y,
    shape('M-60 10C-60 -40 0 -60 34 -30L62 -22L38 -6C36 40 -10 60 -60 40L-110 58L-90 24Z', coral) +
      shape('M-66 6C-40 -12 0 -6 8 20C-16 38 -50 34 -66 6Z', darker(coral, 0.3)) +
      circle(20, -20, 6, ink) +
      stroke('M-14 50L-10 78M8 44L14 74', ink, 6),
  );

const introToGit = (): string => {
  const twig = (x: number, y: number, turn: number, colour: string, size = 1): string =>
    at(
      x,
      y,
      shape('M0 0C20 -40 70 -50 112 -34C96 6 40 22 0 0Z', colour) + stroke('M4 -2L84 -26', darker(colour, 0.3), 4),
      { turn, scale: size },
    );
  return (
    rect(0, 0, 1600, 900, mint) +
    circle(1240, 330, 400, straw) +
    clipped(
      circle(1240, 330, 400, ink),
      over(
        halftone(
          { x: 820, y: -80, width: 820, height: 820, step: 24, fill: mix(mustard, paper, 0.3) },
          (_u, v) => (v - 0.25) * 0.85,
        ),
      ),
    ) +
    over(
      lane('M-40 780C300 780 300 560 620 560L1700 560', mix(mint, teal, 0.35)).replace(
        '<path',
        '<path transform="translate(14 18)"',
      ),
    ) +
    lane('M330 660C470 600 460 330 660 330L1000 330C1190 330 1180 560 1340 560', red) +
    lane('M640 330C760 330 760 150 900 150L1700 150', mustard) +
    lane('M760 560C880 560 880 740 1020 740L1700 740', dusk) +
    stroke('M-40 780C300 780 300 560 620 560L1700 560', ink, 62) +
    twig(470, 436, -70, moss, 1.1) +
    twig(1040, 130, -34, teal, 1.1) +
    twig(1180, 170, 40, moss) +
    twig(960, 350, 58, moss, 0.9) +
    twig(1180, 758, 30, teal) +
    twig(210, 700, -110, moss, 1.1) +
    twig(120, 800, 40, teal, 0.9) +
    twig(1500, 132, -50, moss, 1.2) +
    twig(1420, 590, 52, teal, 1.1) +
    commit(320, 682, ink, 52) +
    commit(620, 560, ink, 52) +
    commit(980, 560, ink, 52) +
    commit(1345, 560, red, 62) +
    commit(560, 352, red) +
    commit(940, 150, mustard) +
    commit(1390, 150, mustard) +
    commit(1060, 740, dusk) +
    commit(1420, 740, dusk) +
    figure(person(1, { legs: night }), 800, 158, 0.93, {
      look: 0.3,
      tilt: 4,
      left: [-30, 132],
      right: [52, 132],
      feet: [
        [-44, 390],
        [64, 384],
      ],
    }) +
    at(810, 300, laptopBack(0, 0, 0.75, paper, red)) +
    figure(person(7), 1180, 520 - 224, 1.02, {
      look: -0.6,
      mood: 'laugh',
      left: [-70, 172],
      right: [150, 44],
      feet: [
        [-34, 402],
        [40, 402],
      ],
      tilt: -5,
    }) +
    bird(410, 640 - 80)
  );
};

const installParty = (): string => {
  const seats = [8, 3, 12, 6, 9, 10, 15] as const;
  const inks = [sand, paper, coral, mint, straw, pink, sky] as const;
  const [cx, cy] = [800, 452];
  return (
    rect(0, 0, 1600, 900, teal) +
    times(
      12,
      (i) =>
        rect(i * 140 - 20, 0, 4, 900, darker(teal, 0.25)) +
        rect(i * 140 - 20, (i * 317) % 900, 140, 4, darker(teal, 0.25)) +
        rect(i * 140 - 20, (i * 317 + 460) % 900, 140, 4, darker(teal, 0.25)),
    ).join('') +
    circle(cx + 12, cy + 16, 356, darker(teal, 0.55)) +
    circle(cx, cy, 350, straw) +
    ring(cx, cy, 332, mustard, 6) +
    seats
      .map((_, i) => {
        const turn = i * (360 / 7) + 8;
        const [sx, sy] = polar(cx, cy, 150, turn - 90);
        const [tx, ty] = polar(cx, cy, 52, turn - 64);
        return stroke(`M${cx} ${cy}Q${tx} ${ty} ${sx} ${sy}`, nth([red, dusk, ink], i), 9);
      })
      .join('') +
    seats
      .map((seat, i) => {
        const turn = i * (360 / 7) + 8;
        const [lx, ly] = polar(cx, cy, 252, turn - 90);
        const [px, py] = polar(cx, cy, 428, turn - 90);
        return (
          laptopAbove(lx, ly, 0.98, turn + 180, `seat${i}`, nth(inks, i)) +
          fromAbove(person(seat), px, py, 1.12, turn + 180)
        );
      })
      .join('') +
    circle(cx, cy, 74, ink) +
    circle(cx, cy, 62, red) +
    polyline(
      [
        [cx - 34, cy - 26],
        [cx - 6, cy],
        [cx - 34, cy + 26],
      ],
      paper,
      13,
    ) +
    rect(cx + 4, cy + 16, 36, 12, paper) +
    polygon(
      [
        [0, 0],
        [330, 0],
        [0, 400],
      ],
      mix(teal, ink, 0.5),
    ) +
    polyline(
      [
        [60, 70],
        [130, 120],
        [60, 170],
      ],
      mustard,
      24,
    ) +
    rect(142, 156, 80, 22, mustard) +
    polygon(
      [
        [1600, 900],
        [1270, 900],
        [1600, 500],
      ],
      mix(teal, ink, 0.5),
    ) +
    polyline(
      [
        [1420, 750],
        [1490, 800],
        [1420, 850],
      ],
      coral,
      24,
    ) +
    rect(1502, 836, 80, 22, coral)
  );
};

export const codeEvents: readonly Picture[] = [
  { slug: 'intro-to-git', width: 1600, height: 900, draw: introToGit },
  { slug: 'linux-install-party', width: 1600, height: 900, draw: installParty },
];
