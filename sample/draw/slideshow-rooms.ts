import { halftone } from './ink/halftone.ts';
import {
  bark,
  coral,
  cream,
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
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { fromAbove } from './people/from-above.ts';
import { person } from './people/roster.ts';
import { laptopAbove, mug, pendant, pinned, plant } from './props/desk.ts';
import { card, die, flatBoard, meeple, slice } from './props/games.ts';

const plantAbove = (): string =>
  circle(0, 0, 60, darker(red, 0.3)) +
  times(9, (i) =>
    at(
      0,
      0,
      shape('M0 0C-34 -40 -30 -110 0 -140C30 -110 34 -40 0 0Z', i % 2 ? darker(moss, 0.25) : darker(teal, 0.2)),
      { turn: i * 40 },
    ),
  ).join('');

const figureAsleep = (): string =>
  at(
    1820,
    1190,
    oval(10, 14, 150, 130, darker(dusk, 0.5)) +
      oval(0, 0, 150, 130, coral) +
      stroke('M-90 -50Q0 -100 90 -50M-110 10Q0 60 110 10', darker(coral, 0.2), 6) +
      fromAbove(person(11), 0, 20, 1.1, -30, [
        [-30, -60],
        [30, -60],
      ]),
  );

export const fromAboveRoom = (): string => {
  const bench = (x: number, y: number, turn: number, first: number): string =>
    at(
      x,
      y,
      rect(-410, -150, 836, 320, darker(dusk, 0.55), 14) +
        rect(-420, -166, 836, 320, first % 2 ? straw : cream, 14) +
        times(
          3,
          (i) =>
            laptopAbove(-270 + i * 270, 62, 1, (i * 7) % 9, `u${first}${i}`, nth([sand, coral, mint], i + first)) +
            fromAbove(person(first + i), -270 + i * 270, 240, 1.15, 0),
        ).join('') +
        times(
          3,
          (i) =>
            laptopAbove(
              -270 + i * 270,
              -72,
              1,
              180 - ((i * 5) % 8),
              `v${first}${i}`,
              nth([paper, sky, pink], i + first),
            ) + fromAbove(person(first + i + 7), -270 + i * 270, -250, 1.15, 180),
        ).join('') +
        circle(-140, 10, 26, red) +
        circle(-140, 10, 18, bark) +
        circle(136, -20, 26, teal) +
        circle(136, -20, 18, bark),
      { turn },
    );
  return (
    rect(0, 0, 1920, 1345, dusk) +
    times(
      16,
      (i) => rect(i * 130, 0, 4, 1345, darker(dusk, 0.2)) + rect(i * 130, (i * 431) % 1345, 130, 4, darker(dusk, 0.2)),
    ).join('') +
    circle(300, 1130, 420, darker(dusk, 0.45)) +
    ring(300, 1130, 380, darker(red, 0.4), 22) +
    ring(300, 1130, 300, darker(mustard, 0.5), 12) +
    over(
      halftone(
        { x: 0, y: 500, width: 1200, height: 845, step: 30, fill: mix(dusk, paper, 0.4) },
        (u, v) => v * 0.7 - u * 0.5,
      ),
    ) +
    stroke('M560 300C700 520 620 760 900 800S1300 860 1320 980', ink, 10) +
    stroke('M1340 300C1500 420 1780 420 1960 380', red, 10) +
    bench(520, 330, -8, 0) +
    bench(1480, 400, 7, 5) +
    bench(1330, 1080, -5, 3) +
    at(
      560,
      860,
      rect(-118, -108, 250, 240, mix(ink, dusk, 0.3), 8) +
        rect(-125, -120, 250, 240, sand, 8) +
        circle(0, 0, 108, mustard) +
        circle(0, 0, 94, straw) +
        times(6, (i) => circle(Math.cos(i * 1.047) * 60, Math.sin(i * 1.047) * 60, 17, red)).join('') +
        polygon(
          [
            [0, 0],
            [112, -50],
            [112, 50],
          ],
          sand,
        ),
      { turn: 14 },
    ) +
    at(236, 1120, plantAbove()) +
    figureAsleep()
  );
};

export const gameTables = (): string => {
  const around = (
    x: number,
    y: number,
    s: number,
    who: readonly [number, number, number],
    top: string,
    goods: string,
  ): string =>
    at(
      x,
      y,
      figure(person(who[0]), -250, -190, 1.2, { look: 0.8, mood: 'laugh', left: [-70, 160], right: [96, 120] }) +
        figure(person(who[1]), 10, -230, 1.2, { look: -0.2, left: [-96, 130], right: [80, 140] }) +
        figure(person(who[2]), 260, -190, 1.2, { look: -0.8, mood: 'calm', left: [-80, 110], right: [80, 160] }) +
        oval(0, 46, 420, 92, darker(top, 0.4)) +
        oval(0, 24, 420, 92, top) +
        rect(-40, 110, 80, 180, darker(top, 0.5)) +
        goods,
      { scale: s },
    );
  return (
    rect(0, 0, 1920, 1345, mix(red, ink, 0.25)) +
    times(17, (i) => rect(i * 120, 0, 56, 760, mix(red, ink, 0.15))).join('') +
    rect(0, 740, 1920, 30, darker(bark, 0.3)) +
    rect(0, 770, 1920, 575, darker(bark, 0.35)) +
    over(
      halftone(
        { x: 0, y: 770, width: 1920, height: 575, step: 32, fill: mix(bark, paper, 0.25) },
        (u, v) => v * 0.6 + (0.6 - u) * 0.5,
      ),
    ) +
    pinned(
      150,
      110,
      230,
      300,
      -4,
      rect(0, 0, 230, 300, teal) + circle(115, 150, 80, straw) + meeple(115, 150, 1.2, red),
    ) +
    pinned(430, 150, 200, 200, 3, rect(0, 0, 200, 200, straw) + die(100, 100, 1.4, 12, 5, paper, red)) +
    pinned(1530, 110, 240, 300, 4, rect(0, 0, 240, 300, mustard) + card(120, 150, 1.3, -8, red, 1)) +
    rect(760, 90, 500, 290, ink) +
    rect(776, 106, 468, 258, dusk) +
    circle(1140, 190, 54, straw) +
    polygon(
      [
        [776, 364],
        [776, 290],
        [900, 220],
        [1010, 310],
        [1090, 260],
        [1244, 340],
        [1244, 364],
      ],
      night,
    ) +
    rect(1004, 106, 12, 258, ink) +
    pendant(480, 300, 1.25, teal) +
    pendant(1440, 300, 1.25, mustard) +
    faded(
      0.16,
      polygon(
        [
          [380, 300],
          [580, 300],
          [860, 960],
          [100, 960],
        ],
        straw,
      ) +
        polygon(
          [
            [1340, 300],
            [1540, 300],
            [1820, 960],
            [1060, 960],
          ],
          straw,
        ),
    ) +
    around(
      480,
      860,
      0.95,
      [2, 3, 12],
      wood,
      flatBoard(0, 18, 0.9) + meeple(-60, 4, 0.5, red) + meeple(70, 10, 0.5, night) + mug(300, 36, 0.6, coral),
    ) +
    around(
      1420,
      880,
      1.05,
      [14, 8, 1],
      wood,
      card(-120, 20, 0.62, -50, red, 0) +
        card(-20, 30, 0.62, 84, teal, 1) +
        card(80, 24, 0.62, 60, dusk, 3) +
        die(200, 30, 0.6, 10, 6) +
        slice(-260, 56, 0.4, 60) +
        mug(300, 30, 0.6, teal),
    ) +
    plant(960, 830, 1.1, moss, coral) +
    figure(person(9, { top: mustard, legs: night }), 1010, 960, 1.7, {
      back: true,
      feet: [
        [-34, 398],
        [34, 398],
      ],
      left: [-80, 160],
      right: [110, 60],
      tilt: 5,
    }) +
    figure(person(10, { top: teal }), 1790, 1040, 1.8, { back: true, left: [-110, 40], right: [80, 160] }) +
    shape('M0 1345L0 1180Q40 1140 120 1140L560 1140Q640 1140 660 1200L690 1345Z', darker(night, 0.3)) +
    stroke('M60 1200Q340 1170 620 1200', darker(dusk, 0.5), 6)
  );
};
