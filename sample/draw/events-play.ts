import { halftone, rays, scatter } from './ink/halftone.ts';
import {
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
  pink,
  red,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, outline, over, polar, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { reachingArm } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { bitmap, invaders } from './props/games.ts';

const retroArcade = (): string => {
  const screenInside =
    rect(300, 360, 480, 420, ink) +
    scatter('sky', 46, [300, 360, 480, 420], (x, y, u) => rect(x, y, 5, 5, u > 0.6 ? straw : dusk)) +
    times(3, (row) =>
      times(5, (i) =>
        bitmap(nth(invaders, row), 334 + i * 84 + (row % 2) * 10, 396 + row * 68, 5.6, nth([coral, mint, straw], row)),
      ).join(''),
    ).join('') +
    rect(512, 620, 8, 34, paper) +
    rect(408, 560, 8, 24, coral);
  return (
    rect(0, 0, 1080, 1350, night) +
    scatter('pixels', 90, [0, 0, 1080, 960], (x, y, u) =>
      rect(
        Math.round(x / 12) * 12,
        Math.round(y / 12) * 12,
        u > 0.8 ? 24 : 12,
        12,
        u > 0.66 ? dusk : u > 0.3 ? mix(night, dusk, 0.5) : mix(night, coral, 0.75),
      ),
    ) +
    circle(540, 560, 500, mix(night, dusk, 0.42)) +
    over(rays(540, 560, 900, 16, mix(night, paper, 0.72), 6)) +
    polygon(
      [
        [-200, 1350],
        [330, 960],
        [750, 960],
        [1280, 1350],
      ],
      mix(dusk, night, 0.4),
    ) +
    times(5, (row) =>
      times(9, (i) => {
        const [y1, y2] = [960 + row * row * 16 + row * 14, 960 + (row + 1) * (row + 1) * 16 + (row + 1) * 14];
        const xAt = (k: number, y: number): number => 540 + (k - 4.5) * (60 + (y - 960) * 0.42);
        return (i + row) % 2
          ? polygon(
              [
                [xAt(i, y1), y1],
                [xAt(i + 1, y1), y1],
                [xAt(i + 1, y2), y2],
                [xAt(i, y2), y2],
              ],
              teal,
            )
          : '';
      }).join(''),
    ).join('') +
    polygon(
      [
        [820, 150],
        [930, 210],
        [930, 1240],
        [820, 1310],
      ],
      darker(red, 0.45),
    ) +
    polygon(
      [
        [250, 300],
        [830, 300],
        [830, 880],
        [250, 880],
      ],
      darker(red, 0.6),
    ) +
    rect(230, 130, 600, 170, mustard) +
    rect(252, 152, 556, 126, ink) +
    times(4, (i) => bitmap(nth(invaders, i), 286 + i * 134, 172, 10, nth([straw, coral, mint, pink], i))).join('') +
    rect(230, 300, 60, 590, red) +
    rect(790, 300, 40, 590, red) +
    clipped(rect(290, 340, 500, 460, ink, 26), screenInside) +
    polygon(
      [
        [230, 860],
        [850, 860],
        [920, 960],
        [170, 960],
      ],
      coral,
    ) +
    rect(170, 960, 750, 40, darker(coral, 0.4)) +
    stroke('M350 900L350 842', ink, 12) +
    circle(350, 830, 26, red) +
    [0, 1, 2, 3]
      .map((i) => circle(640 + (i % 2) * 70, 888 + Math.floor(i / 2) * 40, 20, nth([straw, mint, paper, red], i)))
      .join('') +
    rect(230, 1000, 600, 310, red) +
    rect(280, 1040, 500, 220, darker(red, 0.3)) +
    rect(470, 1090, 46, 90, ink) +
    rect(560, 1090, 46, 90, ink) +
    rect(486, 1106, 14, 50, straw) +
    rect(576, 1106, 14, 50, straw) +
    clipped(
      rect(290, 340, 500, 440, ink),
      bitmap(['...##...', '..####..', '########', '########'], 492, 700, 12, paper),
    ) +
    figure(person(7, { top: mustard, legs: dusk, collar: 'hood' }), 448, 1000, 2.15, {
      back: true,
      left: [-52, -54],
      right: [112, -32],
    })
  );
};

/** One side of a jigsaw cut from the centre outwards, with a knob. */
const cutOut = (angle: number): { out: string; back: string } => {
  const [a, b, end] = [polar(0, 0, 214, angle), polar(0, 0, 286, angle), polar(0, 0, 470, angle)];
  const p = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return { out: `L${p(a)}A52 52 0 1 1 ${p(b)}L${p(end)}`, back: `L${p(b)}A52 52 0 1 0 ${p(a)}L0 0` };
};

const pizzaPiece = (index: number): string => {
  const [from, to] = [index * 60 - 90, index * 60 - 30];
  const mid = from + 30;
  const [ex, ey] = polar(0, 0, 470, to);
  const path = `M0 0${cutOut(from).out}A470 470 0 0 1 ${ex.toFixed(1)} ${ey.toFixed(1)}${cutOut(to).back}Z`;
  const body = shape(path, ink);
  const spots: readonly (readonly [number, number])[] = [
    [150, 4],
    [250, -9],
    [330, 11],
    [385, -14],
    [228, 24],
  ];
  const toppings = spots
    .map(([r, turn], i) => {
      const [x, y] = polar(0, 0, r, mid + turn);
      return i === 4
        ? ''
        : circle(x + 4, y + 6, 40, mix(mustard, red, 0.5)) +
            circle(x, y, 40, red) +
            circle(x - 10, y - 8, 7, coral) +
            circle(x + 12, y + 10, 6, coral);
    })
    .join('');
  const leaves = times(3, (i) => {
    const [x, y] = polar(0, 0, 190 + i * 96, mid + (i % 2 ? 16 : -17));
    return at(
      x,
      y,
      shape('M0 -26C18 -14 18 14 0 26C-18 14 -18 -14 0 -26Z', moss) + stroke('M0 -18L0 18', lighter(moss, 0.3), 3),
      { turn: index * 50 + i * 70 },
    );
  }).join('');
  return (
    clipped(
      body,
      rect(-620, -620, 1240, 1240, straw) +
        ring(0, 0, 444, mix(wood, mustard, 0.5), 76) +
        ring(0, 0, 420, coral, 16) +
        over(
          halftone(
            { x: -480, y: -480, width: 960, height: 960, step: 24, fill: mustard },
            (u, v) => Math.hypot(u - 0.5, v - 0.5) * 0.55,
          ),
        ) +
        toppings +
        leaves,
    ) + stroke(path, mix(wood, ink, 0.35), 5)
  );
};

const pizza = (): string => {
  const offsets = times(6, (i) => polar(0, 0, i === 0 ? 150 : 12, i * 60 - 60));
  return (
    rect(0, 0, 1200, 1200, paper) +
    over(times(8, (i) => rect(i * 160 - 20, 0, 80, 1200, pink)).join('')) +
    over(times(8, (i) => rect(0, i * 160 - 20, 1200, 80, pink)).join('')) +
    circle(570, 690, 520, mix(red, ink, 0.45)) +
    circle(556, 668, 520, wood) +
    ring(556, 668, 500, darker(wood, 0.2), 6) +
    ring(556, 668, 420, darker(wood, 0.12), 5) +
    over(
      at(
        16,
        24,
        times(6, (i) =>
          i === 0
            ? at(
                556 + (offsets[i]?.[0] ?? 0),
                668 + (offsets[i]?.[1] ?? 0),
                shape(
                  `M0 0${cutOut(-90).out}A470 470 0 0 1 ${outline([polar(0, 0, 470, -30)]).slice(1)}${cutOut(-30).back}Z`,
                  mix(wood, paper, 0.3),
                ),
              )
            : '',
        ).join(''),
      ),
    ) +
    times(6, (i) => at(556 + (offsets[5 - i]?.[0] ?? 0), 668 + (offsets[5 - i]?.[1] ?? 0), pizzaPiece(5 - i))).join(
      '',
    ) +
    reachingArm('#91593a', teal, 1130, 120, 1.2, 140, 'pinch')
  );
};

export const playEvents: readonly Picture[] = [
  { slug: 'retro-arcade', width: 1080, height: 1350, draw: retroArcade },
  { slug: 'pizza-and-puzzles', width: 1200, height: 1200, draw: pizza },
];
