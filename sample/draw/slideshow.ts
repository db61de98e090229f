import { halftone } from './ink/halftone.ts';
import {
  bark,
  coral,
  cream,
  darker,
  dusk,
  ink,
  mix,
  moss,
  mustard,
  night,
  red,
  straw,
  teal,
  wood,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { circle, faded, over, polygon, polyline, rect, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { campusDusk, constellation } from './slideshow-campus.ts';
import { fromAboveRoom, gameTables } from './slideshow-rooms.ts';

const darkTops = [
  night,
  darker(teal, 0.45),
  darker(red, 0.5),
  darker(dusk, 0.4),
  darker(moss, 0.4),
  darker(coral, 0.5),
] as const;

const lectureHall = (): string => {
  const row = (y: number, scale: number, step: number, from: number, first: number): string =>
    times(Math.ceil(2100 / step), (i) =>
      (i * 5 + first) % 7 === 3
        ? ''
        : figure(person(first + i * 3, { top: nth(darkTops, i + first) }), from + i * step, y, scale, {
            back: true,
            tilt: ((i * 7) % 11) - 5,
          }),
    ).join('') +
    rect(0, y + 78 * scale, 1920, 22 * scale, darker(wood, 0.2)) +
    rect(0, y + 98 * scale, 1920, 300, darker(bark, 0.45));
  const tree2: readonly Point[] = [
    [960, 240],
    [770, 380],
    [1150, 380],
    [670, 520],
    [860, 520],
    [1060, 520],
    [1250, 520],
  ];
  return (
    rect(0, 0, 1920, 1345, night) +
    polygon(
      [
        [0, 0],
        [420, 90],
        [420, 700],
        [0, 900],
      ],
      darker(wood, 0.45),
    ) +
    polygon(
      [
        [1920, 0],
        [1500, 90],
        [1500, 700],
        [1920, 900],
      ],
      darker(wood, 0.55),
    ) +
    times(6, (i) =>
      stroke(
        `M${i * 74 + 20} ${(i * 74 + 20) * 0.21}L${i * 74 + 20} ${880 - i * 34}M${1900 - i * 74} ${(i * 74 + 20) * 0.21}L${1900 - i * 74} ${880 - i * 34}`,
        darker(wood, 0.6),
        8,
      ),
    ).join('') +
    rect(420, 90, 1080, 640, mix(teal, ink, 0.35)) +
    rect(520, 130, 880, 480, ink) +
    rect(534, 144, 852, 452, cream) +
    over(
      halftone(
        { x: 534, y: 144, width: 852, height: 452, step: 20, fill: straw },
        (u, v) => 0.75 - Math.hypot(u - 0.5, v - 0.5),
      ),
    ) +
    [
      [0, 1],
      [0, 2],
      [1, 3],
      [1, 4],
      [2, 5],
      [2, 6],
    ]
      .map(([a = 0, b = 0]) => polyline([tree2[a] ?? [0, 0], tree2[b] ?? [0, 0]], ink, 12))
      .join('') +
    tree2
      .map(([x, y], i) => circle(x, y, 44 - (i > 2 ? 10 : 0), nth([red, teal, mustard, coral, dusk, coral, red], i)))
      .join('') +
    faded(
      0.14,
      polygon(
        [
          [534, 144],
          [1386, 144],
          [1700, 1345],
          [220, 1345],
        ],
        straw,
      ),
    ) +
    rect(0, 700, 1920, 120, wood) +
    polygon(
      [
        [1300, 600],
        [1460, 600],
        [1440, 760],
        [1320, 760],
      ],
      darker(red, 0.2),
    ) +
    rect(1290, 590, 180, 20, red) +
    figure(person(9, { top: mustard }), 1230, 510, 0.92, {
      look: -0.5,
      mood: 'talk',
      left: [-130, -70],
      right: [70, 160],
      feet: [
        [-32, 398],
        [32, 398],
      ],
    }) +
    row(820, 0.86, 128, 20, 3) +
    row(960, 1.15, 172, -30, 6) +
    row(1130, 1.6, 240, 60, 2) +
    row(1330, 2.2, 330, 130, 9) +
    faded(
      0.5,
      polygon(
        [
          [0, 760],
          [760, 1345],
          [0, 1345],
        ],
        ink,
      ),
    )
  );
};

const draws = [lectureHall, campusDusk, fromAboveRoom, gameTables, constellation];

export const slideshow: readonly Picture[] = draws.map((draw, index) => ({
  slug: `slideshow-${index + 1}`,
  width: 1920,
  height: 1345,
  quality: 50,
  draw,
}));
