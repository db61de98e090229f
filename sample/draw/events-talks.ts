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
  mustard,
  paper,
  pink,
  red,
  straw,
  teal,
} from './ink/palette.ts';
import { nth, seeded, times } from './ink/random.ts';
import { at, circle, clipped, curve, dashed, over, polar, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';

/** The boundary at height y, moved sideways by `by`. */
const edge = (by: number): Point[] =>
  times(13, (i) => {
    const y = -40 + i * 82;
    return [760 + by + 170 * Math.sin(y / 170 + by / 900) + 60 * Math.sin(y / 71), y];
  });

const leftOf = (by: number): string => `${curve(edge(by))}L-40 944L-40 -40Z`;

/** A small net at the left: layers of nodes joined by lines of different weight. */
const perceptron = (): string => {
  const layers: readonly (readonly Point[])[] = [
    [
      [90, 250],
      [90, 450],
      [90, 650],
    ],
    [
      [270, 170],
      [270, 350],
      [270, 550],
      [270, 730],
    ],
    [
      [440, 330],
      [440, 570],
    ],
  ];
  const links = layers
    .slice(1)
    .flatMap((layer, k) =>
      layer.flatMap((to, j) =>
        (layers[k] ?? []).map((from, i) =>
          stroke(
            `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`,
            (i + j) % 3 === 0 ? straw : paper,
            3 + ((i * 5 + j * 3) % 4) * 3,
          ),
        ),
      ),
    );
  return (
    links.join('') +
    layers
      .flat()
      .map(
        ([x, y], i) =>
          circle(x, y, 46, ink) +
          circle(x, y, 34, nth([paper, coral, straw], i)) +
          over(circle(x + 8, y + 8, 20, nth([mint, red, mustard], i))),
      )
      .join('')
  );
};

const mlSeminar = (): string => {
  const random = seeded('points');
  const points = times(90, () => {
    const [x, y] = [30 + random() * 1540, 30 + random() * 840];
    const border = 760 + 170 * Math.sin(y / 170) + 60 * Math.sin(y / 71);
    const stray = random() < 0.05;
    if (Math.abs(x - border) < 74 || (x > 1180 && y > 280)) return '';
    return x < border !== stray
      ? circle(x, y, 17, paper) + circle(x, y, 8, teal)
      : at(x, y, stroke('M-13 -13L13 13M-13 13L13 -13', paper, 9), { turn: random() * 30 });
  });
  return (
    rect(0, 0, 1600, 900, coral) +
    shape(leftOf(330), mix(coral, red, 0.3)) +
    shape(leftOf(220), mix(coral, red, 0.65)) +
    shape(leftOf(110), red) +
    shape(leftOf(0), straw) +
    shape(leftOf(-110), mint) +
    shape(leftOf(-230), mix(mint, teal, 0.4)) +
    shape(leftOf(-370), teal) +
    clipped(
      shape(leftOf(0), ink),
      over(
        halftone(
          { x: 380, y: 0, width: 600, height: 900, step: 24, fill: mix(mustard, paper, 0.25) },
          (u) => (u - 0.35) * 0.9,
        ),
      ),
    ) +
    over(halftone({ x: 1000, y: 0, width: 600, height: 900, step: 26, fill: mix(coral, red, 0.5) }, (u) => u * 0.55)) +
    points.join('') +
    stroke(curve(edge(0)), ink, 15) +
    perceptron() +
    figure(person(12, { top: straw }), 1330, 440, 1.18, {
      look: -0.8,
      mood: 'laugh',
      left: [-146, 6],
      right: [70, 166],
      feet: [
        [-50, 390],
        [40, 390],
      ],
    }) +
    circle(1330 - 190, 446, 40, ink) +
    circle(1330 - 192, 442, 38, paper) +
    circle(1330 - 192, 442, 18, teal)
  );
};

const focusRing = (x: number, y: number, width: number, height: number): string => {
  const box = `M${x + 20} ${y}L${x + width - 20} ${y}Q${x + width} ${y} ${x + width} ${y + 20}L${x + width} ${y + height - 20}Q${x + width} ${y + height} ${x + width - 20} ${y + height}L${x + 20} ${y + height}Q${x} ${y + height} ${x} ${y + height - 20}L${x} ${y + 20}Q${x} ${y} ${x + 20} ${y}Z`;
  return stroke(box, paper, 26) + stroke(box, ink, 12) + dashed(box, straw, 5, '2 26');
};

const speech = (x: number, y: number): string =>
  at(
    x,
    y,
    shape(
      'M20 0L300 0Q320 0 320 20L320 170Q320 190 300 190L200 190L140 250L146 190L20 190Q0 190 0 170L0 20Q0 0 20 0Z',
      ink,
    ) +
      times(3, (row) =>
        times(11 - row * 3, (i) =>
          (i * 7 + row * 3) % 4
            ? circle(40 + i * 24, 48 + row * 46, i % 3 ? 8 : 5, paper) +
              circle(40 + i * 24, 64 + row * 46, i % 2 ? 8 : 5, straw)
            : '',
        ).join(''),
      ).join(''),
  );

const wheelchair = (): string =>
  figure(person(2, { top: paper, legs: dusk }), 352, 444, 1.02, {
    look: 0.5,
    mood: 'laugh',
    left: [-70, 130],
    right: [120, 20],
  }) +
  stroke('M262 560L262 700L440 700', ink, 20) +
  rect(250, 540, 24, 130, ink, 8) +
  stroke('M330 640L470 646L486 770L530 782', ink, 58) +
  stroke('M330 640L470 646L486 770', dusk, 46) +
  shape('M462 760L512 760L556 792L462 796Z', ink) +
  ring(320, 706, 102, ink, 17) +
  ring(320, 706, 72, red, 6) +
  circle(320, 706, 15, ink) +
  times(10, (i) => {
    const [x, y] = polar(320, 706, 94, i * 36);
    return stroke(`M320 706L${x.toFixed(0)} ${y.toFixed(0)}`, ink, 3);
  }).join('') +
  ring(496, 786, 22, ink, 12);

const accessibilityTalk = (): string => {
  const bigA = 'M560 812L800 120L940 120L1180 812L1040 812L982 636L752 636L696 812ZM792 514L944 514L868 278Z';
  return (
    rect(0, 0, 1600, 900, cream) +
    circle(420, 420, 330, mustard) +
    over(circle(1170, 330, 290, pink)) +
    over(shape(bigA, mix(teal, paper, 0.12))) +
    clipped(
      shape(bigA, ink),
      halftone(
        { x: 560, y: 400, width: 640, height: 420, step: 22, fill: darker(teal, 0.5) },
        (_, v) => (v - 0.1) * 0.5,
      ),
    ) +
    over(
      polygon(
        [
          [60, 812],
          [360, 812],
          [210, 540],
        ],
        coral,
      ),
    ) +
    over(rect(1180, 470, 342, 342, dusk)) +
    circle(1352, 640, 108, cream) +
    rect(1440, 530, 52, 218, cream) +
    rect(0, 812, 1600, 88, ink) +
    focusRing(1132, 424, 440, 424) +
    wheelchair() +
    figure(person(11, { top: red, headphones: false, hair: bark }), 664, 402, 1.02, {
      look: -0.5,
      mood: 'talk',
      left: [-100, 40],
      right: [96, 150],
      feet: [
        [-34, 394],
        [38, 394],
      ],
    }) +
    stroke('M770 558L846 812', paper, 11) +
    stroke('M826 746L842 800', red, 11) +
    speech(110, 70)
  );
};

export const talkEvents: readonly Picture[] = [
  { slug: 'ml-seminar', width: 1600, height: 900, draw: mlSeminar },
  { slug: 'accessibility-talk', width: 1600, height: 900, draw: accessibilityTalk },
];
