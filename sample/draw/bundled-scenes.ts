import { halftone, rays, scatter } from './ink/halftone.ts';
import {
  bark,
  coral,
  cream,
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
  sand,
  sky,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, faded, over, polygon, polyline, rect, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import { laptopBack, laptopFront, mug, pendant, pinned, plant, shelf, steam } from './props/desk.ts';
import { card, die, flatBoard, knight, meeple } from './props/games.ts';
import { hall, lights, tower, tree } from './props/outdoors.ts';

/** Small posters for the boards of both scenes: form studies in two inks. */
const posterArt: readonly [(w: number, h: number) => string, ...((w: number, h: number) => string)[]] = [
  (w, h) => rect(0, 0, w, h, red) + rays(w / 2, h * 0.62, h, 14, coral, 4) + circle(w / 2, h * 0.62, w * 0.28, straw),
  (w, h) =>
    rect(0, 0, w, h, straw) +
    polyline(
      [
        [w * 0.2, h * 0.28],
        [w * 0.48, h * 0.46],
        [w * 0.2, h * 0.64],
      ],
      ink,
      w * 0.1,
    ) +
    rect(w * 0.52, h * 0.6, w * 0.32, w * 0.1, ink),
  (w, h) => rect(0, 0, w, h, teal) + at(w * 0.54, h * 0.92, knight(0, 0, h / 420, paper, teal)),
  (w, h) =>
    rect(0, 0, w, h, pink) +
    times(4, (i) => rect(w * 0.12, h * (0.14 + i * 0.2), w * (0.76 - (i % 2) * 0.24), h * 0.1, i % 2 ? red : ink)).join(
      '',
    ),
  (w, h) =>
    rect(0, 0, w, h, mustard) +
    stroke(
      `M${w * 0.3} ${h * 0.85}L${w * 0.3} ${h * 0.15}M${w * 0.3} ${h * 0.68}Q${w * 0.7} ${h * 0.6} ${w * 0.7} ${h * 0.3}`,
      ink,
      w * 0.07,
    ) +
    [
      [0.3, 0.85],
      [0.3, 0.2],
      [0.7, 0.28],
    ]
      .map(([x = 0, y = 0]) => circle(w * x, h * y, w * 0.1, red))
      .join(''),
  (w, h) =>
    rect(0, 0, w, h, dusk) +
    halftone({ x: 0, y: 0, width: w, height: h, step: 18, fill: paper }, (_, v) => v * 0.9 - 0.1) +
    circle(w * 0.66, h * 0.26, w * 0.18, straw),
  (w, h) => rect(0, 0, w, h, mint) + at(w / 2, h / 2, meeple(0, 0, w / 120, red)),
  (w, h) =>
    rect(0, 0, w, h, paper) +
    circle(w * 0.4, h * 0.42, w * 0.28, coral) +
    over(circle(w * 0.6, h * 0.58, w * 0.28, mint)),
];

const noticeBoard = (): string => {
  const spots: readonly (readonly [number, number, number, number, number])[] = [
    [150, 150, 190, 250, -4],
    [368, 140, 170, 210, 3],
    [566, 156, 200, 270, -2],
    [800, 146, 170, 170, 4],
    [1000, 150, 180, 250, -3],
    [180, 430, 170, 160, 3],
    [380, 380, 160, 210, -3],
    [810, 350, 160, 230, -3],
    [580, 456, 190, 140, 2],
    [1004, 430, 170, 150, 4],
  ];
  return (
    rect(92, 92, 1140, 560, darker(bark, 0.5), 10) +
    rect(112, 112, 1100, 520, mix(wood, ink, 0.22)) +
    over(halftone({ x: 112, y: 112, width: 1100, height: 520, step: 16, fill: mix(wood, paper, 0.45) }, () => 0.16)) +
    spots
      .map(([x, y, w, h, turn], i) =>
        pinned(x, y, w, h, turn, nth(posterArt, i * 3 + 1)(w, h), paper, nth([red, mustard, teal], i)),
      )
      .join('')
  );
};

const duskWindow = (): string => {
  const pane =
    rect(1320, 90, 640, 640, dusk) +
    rect(1320, 330, 640, 130, mix(dusk, pink, 0.5)) +
    rect(1320, 430, 640, 110, pink) +
    rect(1320, 520, 640, 240, mix(coral, pink, 0.35)) +
    circle(1560, 560, 96, coral) +
    scatter('win', 18, [1330, 100, 620, 190], (x, y, u) => circle(x, y, 2 + u * 2.5, paper)) +
    hall(1300, 740, 220, 150, night, 'h1', straw, 0.55) +
    tower(1700, 740, 96, 300, night) +
    hall(1750, 740, 260, 190, mix(night, dusk, 0.25), 'h2', straw, 0.5) +
    tree(1590, 760, 0.8, ink, ink);
  return (
    clipped(rect(1320, 90, 640, 640, ink), pane) +
    stroke(
      'M1320 90L1960 90L1960 730L1320 730ZM1533 90L1533 730M1747 90L1747 730M1320 330L1960 330',
      darker(bark, 0.35),
      20,
      'square',
    ) +
    rect(1290, 728, 700, 30, darker(bark, 0.5))
  );
};

const glow = (x: number, y: number, r: number): string =>
  faded(0.07, circle(x, y, r, straw)) + faded(0.08, circle(x, y, r * 0.7, straw));

/** Evening in the common room; the lower left stays dark and calm for large type. */
export const hero = (): string =>
  rect(0, 0, 2048, 1435, mix(teal, night, 0.62)) +
  over(halftone({ x: 1200, y: 0, width: 848, height: 820, step: 26, fill: mix(teal, paper, 0.3) }, (u) => 0.7 - u)) +
  noticeBoard() +
  duskWindow() +
  halftone({ x: -20, y: 600, width: 1300, height: 216, step: 24, fill: ink }, (_, v) => v * 1.3 - 0.1) +
  rect(0, 796, 2048, 640, ink) +
  lights(-20, 40, 700, 30, 30, 13, [straw, coral, straw], 13) +
  lights(700, 30, 1400, 34, 34, 13, [straw, mustard, coral], 13) +
  lights(1400, 34, 2080, 20, 34, 12, [straw, coral, straw], 13) +
  pendant(1270, 190, 1.35, mustard) +
  pendant(1660, 130, 1.1, coral) +
  faded(
    0.1,
    polygon(
      [
        [1150, 190],
        [1390, 190],
        [1640, 900],
        [960, 900],
      ],
      straw,
    ) +
      polygon(
        [
          [1562, 130],
          [1758, 130],
          [1960, 890],
          [1420, 890],
        ],
        straw,
      ),
  ) +
  figure(person(3, { top: coral }), 800, 600, 1.3, {
    back: true,
    left: [-70, 160],
    right: [92, -60],
    feet: [
      [-30, 398],
      [30, 398],
    ],
  }) +
  figure(person(2, { top: teal }), 1010, 590, 1.32, {
    look: -0.6,
    mood: 'laugh',
    left: [-104, 40],
    right: [70, 160],
    feet: [
      [-30, 398],
      [30, 398],
    ],
  }) +
  figure(person(8, { top: dusk }), 1270, 690, 1.25, { look: 0.6, mood: 'laugh', left: [-70, 160], right: [96, 120] }) +
  figure(person(11, { top: mustard }), 1490, 700, 1.22, { look: -0.6, left: [-84, 130], right: [70, 160] }) +
  figure(person(12, { top: red }), 1880, 690, 1.25, { look: -0.4, mood: 'calm', left: [-64, 150], right: [64, 150] }) +
  polygon(
    [
      [960, 900],
      [2048, 884],
      [2120, 1030],
      [840, 1030],
    ],
    darker(wood, 0.3),
  ) +
  over(
    polygon(
      [
        [1180, 898],
        [2048, 884],
        [2120, 1030],
        [1100, 1030],
      ],
      straw,
    ),
  ) +
  rect(836, 1026, 1260, 24, darker(bark, 0.4)) +
  rect(900, 1050, 1148, 400, mix(ink, night, 0.4)) +
  laptopBack(1880, 936, 1.05, sand, coral) +
  laptopBack(1380, 936, 0.95, mint, red) +
  mug(1160, 960, 0.8, coral) +
  mug(1640, 950, 0.8, teal) +
  steam(1640, 878, 0.6, paper) +
  at(1010, 966, card(0, 0, 0.55, -72, red, 1) + die(70, 10, 0.5, 12, 5)) +
  glow(1190, 1080, 300) +
  glow(1730, 1090, 340) +
  laptopFront(1190, 1130, 1.7, 'hero-a') +
  laptopFront(1730, 1150, 1.85, 'hero-b') +
  figure(person(0, { top: red }), 1190, 1376, 2.1, { back: true, left: [-92, -78], right: [92, -78] }) +
  figure(person(4, { top: teal }), 1740, 1400, 2.2, { back: true, tilt: -5, left: [-96, -74], right: [92, -74] }) +
  shape('M-20 1435L-20 1130Q240 1076 560 1116Q660 1130 690 1206L730 1435Z', mix(ink, night, 0.4)) +
  stroke('M20 1166Q300 1126 640 1182', mix(ink, dusk, 0.2), 5);

/** Daylight: an afternoon around one table. */
export const about = (): string => {
  const view =
    rect(700, 70, 760, 520, mix(sky, paper, 0.35)) +
    circle(1300, 190, 70, straw) +
    hall(740, 600, 280, 170, mix(coral, pink, 0.5), 'ab1', cream, 0.4) +
    tower(1090, 600, 84, 290, coral) +
    hall(1150, 600, 330, 130, pink, 'ab2', cream, 0.4) +
    tree(760, 610, 0.8, moss) +
    tree(1380, 610, 0.9, mix(moss, teal, 0.4));
  return (
    rect(0, 0, 2048, 1365, cream) +
    over(
      halftone(
        { x: 0, y: 0, width: 2048, height: 1000, step: 30, fill: mix(sand, paper, 0.45) },
        (u, v) => Math.abs(u - 0.52) * 1.1 + v * 0.2 - 0.15,
      ),
    ) +
    clipped(rect(700, 70, 760, 520, ink), view) +
    stroke('M700 70L1460 70L1460 590L700 590ZM953 70L953 590M1207 70L1207 590M700 240L1460 240', paper, 22, 'square') +
    rect(670, 590, 820, 28, sand) +
    faded(
      0.35,
      polygon(
        [
          [720, 620],
          [1440, 620],
          [1600, 1100],
          [500, 1100],
        ],
        straw,
      ),
    ) +
    pinned(110, 130, 210, 280, -4, nth(posterArt, 2)(210, 280)) +
    pinned(360, 110, 200, 200, 3, nth(posterArt, 7)(200, 200), paper, mustard) +
    pinned(250, 440, 180, 200, -2, nth(posterArt, 4)(180, 200), paper, teal) +
    shelf(1600, 110, 380, 160, 'ab-s1', [red, mustard, teal, dusk, coral, pink]) +
    shelf(1600, 330, 380, 160, 'ab-s2', [teal, straw, red, dusk, mint, coral]) +
    plant(1880, 110, 0.5, moss, coral) +
    plant(90, 1010, 2.4, moss, red) +
    figure(person(9), 600, 640, 1.95, { look: 0.5, mood: 'laugh', tilt: 3 }, 'body') +
    figure(person(5), 1020, 620, 1.9, { look: -0.3 }, 'body') +
    figure(person(1), 1440, 630, 1.95, { look: -0.5, mood: 'laugh' }, 'body') +
    shape('M120 1040Q1020 900 1930 1040L2060 1365L-20 1365Z', darker(wood, 0.1)) +
    shape('M120 1016Q1020 866 1930 1016L2060 1365L-20 1365Z', lighter(wood, 0.28)) +
    over(shape('M640 950Q1020 906 1420 950L1700 1365L380 1365Z', mix(straw, paper, 0.35))) +
    flatBoard(900, 1140, 1.5) +
    meeple(760, 1110, 0.86, red) +
    meeple(900, 1100, 0.86, night) +
    meeple(1010, 1150, 0.86, mustard) +
    die(1240, 1210, 0.9, 16, 5) +
    die(1330, 1170, 0.8, -18, 3, red, paper) +
    card(560, 1250, 1, -28, teal, 1) +
    card(640, 1280, 1, -8, red, 2) +
    mug(440, 1090, 1.05, dusk) +
    figure(person(9), 600, 640, 1.95, { left: [-70, 172], right: [84, 152] }, 'arms') +
    figure(person(5), 1020, 620, 1.9, { left: [-76, 172], right: [76, 172] }, 'arms') +
    figure(person(1), 1440, 630, 1.95, { left: [-70, 170], right: [124, 0] }, 'arms') +
    laptopBack(1500, 1110, 1.75, paper, red) +
    mug(1240, 1050, 1, coral) +
    steam(1240, 960, 0.8, sand) +
    figure(person(7, { top: coral }), 280, 900, 2.5, { look: 0.9, left: [-60, 160], right: [122, 96] }) +
    figure(person(8, { top: mustard }), 1760, 960, 2.6, { back: true, tilt: -6, left: [-104, 70], right: [80, 160] })
  );
};
