import { halftone, rays } from './ink/halftone.ts';
import {
  bark,
  coral,
  darker,
  dusk,
  ink,
  lighter,
  mint,
  mix,
  moss,
  mustard,
  night,
  paper,
  red,
  sand,
  sky,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { pendant, plant } from './props/desk.ts';

const seat = (x: number, y: number, colour: string): string =>
  at(
    x,
    y,
    rect(-100, -150, 200, 190, colour, 40) +
      rect(-122, -40, 46, 120, darker(colour, 0.15), 22) +
      rect(76, -40, 46, 120, darker(colour, 0.15), 22) +
      rect(-100, 30, 200, 56, darker(colour, 0.25), 16) +
      stroke('M-84 86L-96 150M84 86L96 150', ink, 12),
  );

const panelist = (who: number, x: number, chair: string, pose: Parameters<typeof figure>[4], top?: string): string => {
  const guest = top ? person(who, { top }) : person(who);
  return (
    seat(x, 480, chair) +
    figure(guest, x, 344, 0.98, {
      feet: [
        [-46, 296],
        [52, 296],
      ],
      seated: true,
      ...pose,
    })
  );
};

const graduatePanel = (): string => {
  const crowd = [7, 4, 6, 11, 2, 14, 10, 3, 9, 12] as const;
  return (
    rect(0, 0, 1600, 900, mix(red, ink, 0.35)) +
    times(14, (i) =>
      shape(
        `M${i * 118 - 20} -10C${i * 118 + 10} 260 ${i * 118 - 30} 460 ${i * 118 + 6} 640L${i * 118 + 58} 640C${i * 118 + 30} 440 ${i * 118 + 70} 240 ${i * 118 + 42} -10Z`,
        red,
      ),
    ).join('') +
    faded(
      0.17,
      polygon(
        [
          [330, -20],
          [430, -20],
          [640, 626],
          [140, 626],
        ],
        straw,
      ) +
        polygon(
          [
            [760, -20],
            [840, -20],
            [1060, 626],
            [540, 626],
          ],
          straw,
        ) +
        polygon(
          [
            [1170, -20],
            [1270, -20],
            [1460, 626],
            [960, 626],
          ],
          straw,
        ),
    ) +
    shape('M0 600L1600 600L1600 730L0 730Z', wood) +
    times(9, (i) => stroke(`M${i * 200} 600L${-80 + i * 220} 730`, darker(wood, 0.2), 4)).join('') +
    rect(0, 726, 1600, 30, darker(wood, 0.45)) +
    oval(390, 626, 240, 26, lighter(wood, 0.35)) +
    oval(800, 626, 260, 26, lighter(wood, 0.35)) +
    oval(1210, 626, 240, 26, lighter(wood, 0.35)) +
    panelist(1, 290, mustard, { look: 0.6, mood: 'talk', left: [-30, 170], right: [16, 8] }) +
    panelist(5, 620, teal, { look: -0.5, mood: 'laugh', left: [-34, 168], right: [34, 168] }, sky) +
    panelist(9, 980, mustard, { look: -0.6, left: [-20, 158], right: [26, 160] }, mint) +
    panelist(13, 1310, teal, { look: -0.7, left: [-120, 30], right: [40, 168] }, night) +
    at(310, 374, stroke('M0 0L-18 -44', ink, 12) + circle(-22, -54, 17, ink) + circle(-26, -60, 5, paper), {
      scale: 1,
    }) +
    at(
      800,
      620,
      rect(-50, -110, 100, 12, bark, 4) +
        stroke('M0 -100L0 0M-30 0L30 0', bark, 10) +
        plant(-4, -110, 0.5, moss, coral),
    ) +
    shape('M0 900L0 790C300 740 1300 740 1600 790L1600 900Z', ink) +
    crowd
      .map((who, i) =>
        figure(
          person(who, { top: nth([night, darker(teal, 0.5), darker(dusk, 0.45), darker(red, 0.6)], i) }),
          40 + i * 170 + (i % 2) * 16,
          848 + (i % 3) * 16,
          1.14,
          { back: true, tilt: (i % 3) * 5 - 5 },
        ),
      )
      .join('') +
    figure(person(8, { top: darker(mustard, 0.35) }), 1180, 860, 1.3, { back: true, right: [120, -150] })
  );
};

const robotics = (): string => {
  const bone = (x1: number, y1: number, x2: number, y2: number, width: number): string =>
    stroke(`M${x1} ${y1}L${x2} ${y2}`, darker(red, 0.4), width + 16) +
    stroke(`M${x1} ${y1}L${x2} ${y2}`, coral, width) +
    stroke(`M${x1} ${y1 - width * 0.26}L${x2} ${y2 - width * 0.26}`, lighter(coral, 0.35), width * 0.16);
  const hub = (x: number, y: number, r: number): string =>
    circle(x, y, r, night) + circle(x, y, r * 0.66, straw) + circle(x, y, r * 0.28, night);
  return (
    rect(0, 0, 1600, 900, straw) +
    circle(1010, 420, 560, mix(straw, paper, 0.55)) +
    over(rays(1010, 420, 1300, 22, mix(straw, paper, 0.4), 3)) +
    over(
      halftone(
        { x: 0, y: 0, width: 1600, height: 720, step: 28, fill: mix(mustard, paper, 0.45) },
        (u, v) => Math.hypot(u - 0.63, v - 0.55) * 0.7 - 0.1,
      ),
    ) +
    pendant(300, 170, 1.2, teal) +
    pendant(700, 110, 1, red) +
    rect(0, 690, 1600, 210, teal) +
    rect(0, 690, 1600, 16, darker(teal, 0.35)) +
    times(7, (i) => rect(-40 + i * 260, 740, 130, 160, darker(teal, 0.2))).join('') +
    rect(1220, 620, 320, 80, night) +
    rect(1180, 680, 400, 50, ink) +
    shape('M1270 620L1290 520L1470 520L1490 620Z', darker(red, 0.4)) +
    bone(1380, 540, 1200, 220, 118) +
    bone(1200, 220, 800, 170, 92) +
    bone(800, 170, 690, 330, 66) +
    stroke('M1340 470C1460 330 1330 160 1150 110C1000 70 900 90 830 130', ink, 12) +
    hub(1380, 540, 92) +
    hub(1200, 220, 82) +
    hub(800, 170, 64) +
    at(676, 352, rect(-64, -26, 128, 44, night, 10) + stroke('M-50 10L-70 76L-30 118M50 10L70 76L30 118', night, 24), {
      turn: 16,
    }) +
    at(
      640,
      470,
      stroke('M0 0C6 60 -4 110 10 190', '#5a7046', 13) +
        shape('M4 90C40 60 80 70 96 90C70 120 30 120 4 90Z', '#5a7046') +
        times(7, (i) => at(0, 0, oval(0, -44, 24, 38, i % 2 ? red : coral), { turn: (i * 360) / 7 })).join('') +
        circle(0, 0, 26, mustard),
    ) +
    figure(
      person(14, { top: mint }),
      300,
      500,
      1.3,
      { look: 0.9, mood: 'laugh', left: [-90, 160], right: [180, -40] },
      'all',
    ) +
    figure(person(8), 92, 560, 1.3, { look: 0.9, left: [-60, 160], right: [60, 160] }) +
    figure(person(3, { top: red }), 508, 610, 1.3, {
      look: 0.4,
      tilt: -6,
      mood: 'laugh',
      left: [-70, 160],
      right: [110, -70],
    }) +
    rect(0, 806, 830, 94, ink) +
    rect(60, 760, 200, 46, sand) +
    rect(90, 720, 140, 40, dusk) +
    circle(330, 780, 26, coral) +
    ring(400, 780, 20, mustard, 12)
  );
};

export const stageEvents: readonly Picture[] = [
  { slug: 'graduate-panel', width: 1600, height: 900, draw: graduatePanel },
  { slug: 'robotics-demo', width: 1600, height: 900, draw: robotics },
];
