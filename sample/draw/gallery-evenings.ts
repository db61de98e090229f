import { halftone, rays, scatter } from './ink/halftone.ts';
import {
  bark,
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
  sky,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, rect, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import { mug, pendant, pinned, plant } from './props/desk.ts';
import { bitmap, controller, die, flatBoard, invaders, meeple } from './props/games.ts';
import { bunting } from './props/outdoors.ts';

export const boardNight = (): string =>
  rect(0, 0, 1200, 900, mix(red, ink, 0.2)) +
  times(11, (i) => rect(i * 120, 0, 56, 600, mix(red, ink, 0.1))).join('') +
  pendant(600, 190, 1.6, mustard) +
  faded(
    0.2,
    polygon(
      [
        [470, 190],
        [730, 190],
        [1160, 900],
        [40, 900],
      ],
      straw,
    ),
  ) +
  figure(person(5, { top: dusk }), 400, 330, 1.35, { look: 0.5, mood: 'laugh', left: [-60, 160], right: [80, 140] }) +
  figure(person(1), 760, 320, 1.35, { look: -0.4, mood: 'laugh', left: [-84, 120], right: [112, -50] }) +
  figure(person(7), 150, 440, 1.7, { look: 0.8, left: [-60, 160], right: [110, 80] }) +
  figure(person(15, { top: coral }), 1050, 440, 1.7, { look: -0.8, mood: 'calm', left: [-100, 90], right: [60, 160] }) +
  oval(600, 800, 640, 230, darker(wood, 0.45)) +
  oval(600, 770, 640, 230, wood) +
  over(oval(600, 760, 470, 150, straw)) +
  flatBoard(600, 770, 1.5) +
  meeple(430, 730, 0.9, red) +
  meeple(560, 750, 0.9, night) +
  meeple(730, 720, 0.9, mustard) +
  meeple(680, 820, 1, teal) +
  die(230, 770, 0.9, 14, 5) +
  die(970, 800, 0.9, -20, 2, night, straw) +
  mug(1050, 720, 1, mint);

const screenGlow = (): string =>
  halftone({ x: 0, y: 300, width: 1200, height: 600, step: 26, fill: mix(night, sky, 0.25) }, (_, v) => v * 0.8);

export const sofa = (): string =>
  rect(0, 0, 1200, 900, night) +
  over(rect(0, 0, 1200, 900, mix(dusk, paper, 0.15))) +
  pinned(90, 80, 210, 260, -4, rect(0, 0, 210, 260, red) + bitmap(invaders[0], 42, 84, 13, straw)) +
  pinned(
    900,
    70,
    220,
    280,
    4,
    rect(0, 0, 220, 280, mustard) +
      circle(110, 140, 70, ink) +
      polygon(
        [
          [90, 104],
          [150, 140],
          [90, 176],
        ],
        paper,
      ),
  ) +
  plant(1120, 660, 1.5, moss, coral) +
  rect(480, 60, 260, 200, ink) +
  rect(494, 74, 232, 172, mix(night, dusk, 0.6)) +
  circle(670, 120, 28, straw) +
  screenGlow() +
  rect(90, 420, 1020, 330, darker(red, 0.25), 70) +
  rect(50, 520, 150, 290, red, 60) +
  rect(1000, 520, 150, 290, red, 60) +
  rect(180, 640, 840, 130, red, 30) +
  figure(person(11), 330, 420, 1.5, { look: 0.2, mood: 'laugh', tilt: -6, left: [-34, 120], right: [34, 120] }) +
  figure(person(7), 610, 400, 1.55, { look: -0.1, mood: 'calm', left: [-34, 118], right: [34, 118] }) +
  figure(person(4, { top: teal }), 890, 420, 1.5, {
    look: -0.4,
    mood: 'laugh',
    tilt: 8,
    left: [-34, 110],
    right: [120, -80],
  }) +
  [330, 610, 890]
    .map((x, i) =>
      stroke(
        `M${x - 50} 700L${x - 62} 770L${x - 56} 920M${x + 50} 700L${x + 62} 770L${x + 56} 920`,
        nth([ink, dusk, bark], i),
        84,
      ),
    )
    .join('') +
  controller(330, 606, 0.5, 0, paper) +
  controller(610, 590, 0.5, 4, coral) +
  controller(846, 590, 0.5, -12, straw) +
  rect(0, 850, 1200, 50, darker(bark, 0.3));

export const winners = (): string => {
  const cup = at(
    604,
    150,
    shape('M-70 -90L70 -90C70 10 40 50 14 62L18 100L50 122L-50 122L-18 100L-14 62C-40 50 -70 10 -70 -90Z', mustard) +
      stroke('M-68 -66C-130 -70 -120 10 -46 16M68 -66C130 -70 120 10 46 16', mustard, 16) +
      polygon(
        [
          [0, -62],
          [10, -34],
          [38, -34],
          [16, -16],
          [24, 12],
          [0, -6],
          [-24, 12],
          [-16, -16],
          [-38, -34],
          [-10, -34],
        ],
        paper,
      ),
  );
  return (
    rect(0, 0, 1200, 900, coral) +
    rays(600, 420, 1000, 18, mix(coral, pink, 0.55), 5) +
    over(
      halftone(
        { x: 0, y: 0, width: 1200, height: 900, step: 26, fill: mix(coral, paper, 0.3) },
        (u, v) => Math.hypot(u - 0.5, v - 0.5) * 0.9 - 0.2,
      ),
    ) +
    bunting(-20, 40, 600, 30, 40, 12, [paper, teal, straw, red], 46) +
    bunting(600, 30, 1220, 40, 40, 12, [paper, teal, straw, red], 46) +
    scatter('confetti', 60, [0, 60, 1200, 560], (x, y, u) =>
      at(x, y, rect(-9, -4, 18, 9, nth([paper, teal, straw, red, night], Math.floor(u * 50))), { turn: u * 360 }),
    ) +
    figure(person(13), 270, 400, 1.3, { mood: 'laugh', left: [-110, -90], right: [80, 150] }) +
    figure(person(9, { top: mint }), 930, 400, 1.3, { mood: 'laugh', left: [-80, 150], right: [110, -100] }) +
    figure(person(10), 450, 380, 1.35, { look: 0.4, mood: 'laugh', left: [-60, 160], right: [90, 100] }) +
    figure(person(3), 760, 400, 1.35, { look: -0.3, left: [-60, 160], right: [60, 160] }) +
    figure(person(0, { top: teal }), 604, 450, 1.55, { mood: 'laugh', left: [-46, -142], right: [46, -142] }) +
    cup +
    figure(person(8), 170, 560, 1.75, { look: 0.4, left: [-70, 160], right: [112, 20] }) +
    figure(person(6, { top: red }), 420, 620, 1.7, {
      look: 0.2,
      mood: 'laugh',
      tilt: 6,
      left: [-70, 160],
      right: [80, 160],
    }) +
    figure(person(15, { top: mustard }), 790, 620, 1.7, { look: -0.2, tilt: -6, left: [-80, 160], right: [96, -30] }) +
    figure(person(5), 1040, 560, 1.75, { look: -0.4, mood: 'laugh', left: [-60, 150], right: [70, 160] })
  );
};
