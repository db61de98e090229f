import { halftone } from './ink/halftone.ts';
import {
  coral,
  darker,
  dusk,
  ink,
  lighter,
  mix,
  mustard,
  night,
  paper,
  pink,
  red,
  sky,
  straw,
  teal,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, over, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import { cloud } from './props/outdoors.ts';

const block = (x: number, y: number, colour: string, mark: number): string =>
  polygon(
    [
      [x, y],
      [x + 120, y],
      [x + 160, y - 44],
      [x + 40, y - 44],
    ],
    lighter(colour, 0.35),
  ) +
  polygon(
    [
      [x + 120, y],
      [x + 160, y - 44],
      [x + 160, y + 76],
      [x + 120, y + 120],
    ],
    darker(colour, 0.3),
  ) +
  rect(x, y, 120, 120, colour) +
  (mark === 0
    ? times(3, (i) => rect(x + 20, y + 26 + i * 28, 60, 10, paper, 4) + circle(x + 96, y + 31 + i * 28, 6, straw)).join(
        '',
      )
    : mark === 1
      ? ring(x + 60, y + 60, 28, paper, 12)
      : mark === 2
        ? stroke(
            `M${x + 36} ${y + 36}L${x + 62} ${y + 60}L${x + 36} ${y + 84}M${x + 68} ${y + 86}L${x + 94} ${y + 86}`,
            paper,
            11,
          )
        : '');

export const cloudBlocks = (): string => {
  const rows: readonly (readonly [number, number])[] = [
    [500, 560],
    [620, 560],
    [740, 560],
    [860, 560],
    [380, 560],
    [440, 440],
    [560, 440],
    [680, 440],
    [800, 440],
    [560, 320],
    [680, 320],
  ];
  return (
    rect(0, 0, 1200, 900, sky) +
    over(halftone({ x: 0, y: 0, width: 1200, height: 700, step: 26, fill: mix(sky, dusk, 0.25) }, (_, v) => 0.8 - v)) +
    circle(970, 210, 110, straw) +
    cloud(180, 190, 1.1, paper) +
    cloud(1060, 330, 0.9, paper) +
    cloud(250, 470, 0.8, lighter(sky, 0.5)) +
    at(
      690,
      700,
      shape(
        'M-430 60C-520 60 -520 -90 -400 -90C-390 -160 -300 -160 -270 -110C-200 -170 -100 -150 -70 -100C0 -170 140 -150 170 -100C220 -160 330 -150 340 -80C450 -90 460 60 370 60Z',
        paper,
      ),
    ) +
    over(
      at(
        690,
        712,
        halftone({ x: -420, y: -60, width: 760, height: 84, step: 22, fill: sky }, (_, v) => v * 0.7),
      ),
    ) +
    [...rows]
      .toSorted(([ax, ay], [bx, by]) => by - ay || ax - bx)
      .map(([x, y], i) => block(x, y, nth([teal, coral, mustard, dusk, red], i * 2 + (i > 4 ? 1 : 0)), i % 4))
      .join('') +
    stroke(
      'M230 -10L230 60M330 900L330 70M270 900L270 70M270 70L330 70M270 160L330 230M330 160L270 230M270 320L330 390M330 320L270 390M270 480L330 550M330 480L270 550M270 640L330 710M330 640L270 710',
      ink,
      10,
    ).replace('M230 -10L230 60', 'M200 90L860 90L860 60L330 20L270 20L200 60Z') +
    rect(170, 70, 80, 64, red) +
    stroke('M700 92L700 170', ink, 6) +
    block(640, 196, pink, 1) +
    stroke('M700 152L640 190M700 152L790 152', ink, 5) +
    rect(0, 830, 1200, 70, night) +
    figure(person(9, { top: coral }), 130, 480, 0.98, {
      look: 0.6,
      mood: 'laugh',
      left: [-70, 160],
      right: [112, -60],
      feet: [
        [-34, 398],
        [34, 398],
      ],
    }) +
    figure(person(2, { top: mustard }), 1080, 500, 0.92, {
      look: -0.6,
      left: [-112, -40],
      right: [70, 160],
      feet: [
        [-34, 398],
        [34, 398],
      ],
    })
  );
};
