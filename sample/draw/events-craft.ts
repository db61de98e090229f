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
import { times } from './ink/random.ts';
import { at, circle, clipped, faded, over, polygon, rect, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { reachingArm } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { books, deskLamp, lampLight, laptopBack, mug, shelf } from './props/desk.ts';
import { bareTree, hall } from './props/outdoors.ts';

const bubble = (
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  tail: number,
  inside: string,
): string =>
  at(
    x,
    y,
    shape(
      `M30 0L${width - 30} 0Q${width} 0 ${width} 30L${width} ${height - 30}Q${width} ${height} ${width - 30} ${height}L${tail + 70} ${height}L${tail} ${height + 80}L${tail + 10} ${height}L30 ${height}Q0 ${height} 0 ${height - 30}L0 30Q0 0 30 0Z`,
      colour,
    ) + inside,
  );

const resumeSheet = (): string => {
  const bar = (x: number, y: number, width: number, colour = ink, height = 16): string =>
    rect(x, y, width, height, colour, 3);
  const portrait = clipped(
    rect(44, 44, 150, 170, ink),
    rect(44, 44, 150, 170, mint) + figure(person(9), 119, 196, 0.98, {}),
  );
  return (
    rect(0, 0, 620, 840, paper) +
    portrait +
    bar(224, 54, 300, ink, 40) +
    bar(224, 112, 210, red, 18) +
    bar(224, 152, 330, sand) +
    bar(224, 182, 270, sand) +
    times(
      3,
      (block) =>
        bar(44, 266 + block * 176, 170, ink, 22) +
        times(4, (i) => bar(44, 306 + block * 176 + i * 30, [520, 470, 536, 330][(i + block) % 4] ?? 400, sand)).join(
          '',
        ),
    ).join('')
  );
};

const resumeClinic = (): string =>
  rect(0, 0, 1200, 1200, teal) +
  over(
    halftone(
      { x: 0, y: 0, width: 1200, height: 1200, step: 28, fill: mix(teal, paper, 0.5) },
      (u, v) => 0.9 - (u + v) * 0.6,
    ),
  ) +
  at(196, 236, rect(0, 0, 640, 850, straw), { turn: 9 }) +
  at(214, 250, rect(14, 20, 620, 840, darker(teal, 0.6)) + resumeSheet(), { turn: -7 }) +
  at(
    214,
    250,
    stroke('M236 192C340 210 450 204 560 190', red, 11) +
      stroke('M30 420C20 380 330 380 590 400C620 440 560 470 300 462C90 460 40 460 34 420', red, 10) +
      stroke('M520 560L552 598L612 500', red, 18) +
      stroke('M56 648L330 656M60 676L300 684', red, 11) +
      stroke('M560 752C600 720 640 760 590 790C560 810 540 770 580 752', red, 9),
    { turn: -7 },
  ) +
  bubble(640, 60, 420, 240, coral, 60, stroke('M60 76L360 76M60 126L300 126M60 176L220 176', paper, 20)) +
  bubble(846, 236, 300, 190, mustard, 150, stroke('M70 96L124 150L232 50', ink, 30)) +
  bubble(40, 70, 250, 170, pink, 120, circle(70, 86, 20, ink) + circle(126, 86, 20, ink) + circle(182, 86, 20, ink)) +
  reachingArm('#91593a', night, 1130, 1010, 1.75, 196, 'pinch') +
  at(
    890,
    960,
    shape('M-340 -26L-260 -54L250 -54L250 54L-260 54L-340 26L-352 0Z', mustard) +
      shape('M-340 -26L-260 -54L-260 54L-340 26L-352 0Z', cream) +
      shape('M-352 0L-340 -9L-340 9Z', ink) +
      shape('M-326 -14L-300 -24L-300 24L-326 14L-352 0Z', ink) +
      rect(-260, -18, 510, 36, darker(mustard, 0.15)) +
      rect(250, -54, 40, 108, sand) +
      rect(290, -54, 80, 108, coral, 18),
    { turn: 22 },
  ) +
  at(
    1012,
    1026,
    stroke('M-120 -34Q-60 -84 10 -60M-110 10Q-60 -20 0 -10', '#91593a', 58) +
      stroke('M-70 -54L-40 -62M-66 -6L-34 -12', '#6b3f2b', 5),
    { turn: 14 },
  );

const arch = (x: number, y: number, width: number, height: number, inside: string): string => {
  const frame = `M${x} ${y}L${x} ${y - height + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0L${x + width} ${y}Z`;
  return (
    clipped(shape(frame, ink), inside) +
    stroke(frame, bark, 18) +
    stroke(
      `M${x + width / 2} ${y - height}L${x + width / 2} ${y}M${x} ${y - height * 0.36}L${x + width} ${y - height * 0.36}M${x} ${y - height + width / 2}L${x + width} ${y - height + width / 2}`,
      bark,
      9,
    ) +
    rect(x - 26, y, width + 52, 22, darker(bark, 0.3))
  );
};

const reader = (who: Person, x: number, y: number, scale: number, prop: string, look: number): string =>
  figure(who, x, y, scale, { look, mood: 'calm', tilt: look * 10, left: [-58, 152], right: [58, 152] }) + prop;

const studyHall = (): string => {
  const dusky =
    rect(0, 0, 1600, 560, dusk) +
    rect(0, 230, 1600, 120, mix(dusk, pink, 0.55)) +
    rect(0, 330, 1600, 90, pink) +
    rect(0, 400, 1600, 160, mix(coral, pink, 0.4)) +
    circle(800, 424, 92, coral) +
    hall(60, 540, 240, 120, night, 'sh-a', straw, 0.5) +
    hall(430, 540, 300, 90, night, 'sh-b', straw, 0.4) +
    hall(900, 540, 220, 140, night, 'sh-c', straw, 0.4) +
    hall(1260, 540, 320, 110, night, 'sh-d', straw, 0.5) +
    bareTree(330, 560, 1.1, ink) +
    bareTree(1180, 560, 1.2, ink) +
    bareTree(760, 560, 0.9, ink);
  const openBook = (x: number, y: number, colour: string): string =>
    at(
      x,
      y,
      shape('M0 6Q-60 -26 -112 -6L-118 26Q-60 8 0 34Q60 8 118 26L112 -6Q60 -26 0 6Z', colour) +
        shape('M0 0Q-56 -32 -104 -14L-108 14Q-56 -4 0 24Q56 -4 108 14L104 -14Q56 -32 0 0Z', paper) +
        stroke('M0 0L0 24', sand, 4),
    );
  return (
    rect(0, 0, 1600, 900, night) +
    rect(0, 0, 1600, 640, mix(night, teal, 0.35)) +
    arch(90, 500, 260, 440, dusky) +
    arch(480, 500, 260, 440, dusky) +
    arch(870, 500, 260, 440, dusky) +
    arch(1260, 500, 260, 440, dusky) +
    [20, 372, 762, 1152, 1542]
      .map(
        (x, i) =>
          shelf(x + 8, 120, 80, 96, `s${i}`, [red, mustard, mint, dusk]) +
          shelf(x + 8, 250, 80, 96, `t${i}`, [coral, teal, straw, dusk]) +
          shelf(x + 8, 380, 80, 96, `u${i}`, [red, mustard, mint, paper]),
      )
      .join('') +
    reader(person(12, { top: red }), 250, 470, 0.92, '', 0.3) +
    reader(person(4), 620, 474, 0.92, '', -0.3) +
    reader(person(2, { top: mustard }), 1010, 474, 0.92, '', 0.4) +
    reader(person(3), 1370, 470, 0.92, '', -0.4) +
    polygon(
      [
        [60, 600],
        [1540, 600],
        [1640, 720],
        [-40, 720],
      ],
      wood,
    ) +
    rect(-40, 716, 1680, 24, darker(wood, 0.4)) +
    faded(
      0.34,
      polygon(
        [
          [60, 600],
          [560, 600],
          [600, 716],
          [-20, 716],
        ],
        straw,
      ) +
        polygon(
          [
            [640, 600],
            [1200, 600],
            [1240, 716],
            [600, 716],
          ],
          straw,
        ),
    ) +
    lampLight(410, 640, 0.9, 0.22) +
    lampLight(810, 640, 0.9, 0.22) +
    lampLight(1200, 640, 0.9, 0.22) +
    deskLamp(410, 640, 0.9, teal) +
    deskLamp(810, 640, 0.9, red) +
    deskLamp(1200, 640, 0.9, teal) +
    openBook(250, 628, red) +
    laptopBack(622, 650, 0.7, sand, coral) +
    openBook(1010, 630, teal) +
    books(1386, 664, 0.8, [red, mustard, teal, dusk]) +
    books(106, 662, 0.74, [dusk, coral, straw], 3) +
    mug(730, 672, 0.6, mustard) +
    mug(1110, 676, 0.6, coral) +
    rect(0, 740, 1600, 160, ink) +
    polygon(
      [
        [-20, 846],
        [1620, 846],
        [1620, 910],
        [-20, 910],
      ],
      darker(bark, 0.45),
    ) +
    figure(person(7, { top: moss }), 180, 800, 1.3, { back: true }) +
    figure(person(6, { top: darker(coral, 0.25) }), 1090, 806, 1.3, { back: true, tilt: 6 }) +
    deskLamp(560, 890, 1.5, mustard) +
    lampLight(560, 890, 1.5, 0.2) +
    at(1440, 900, books(0, 0, 1.2, [red, cream, teal, mustard, dusk], 5)) +
    at(820, 900, books(0, 0, 1, [sky, coral, straw], 3))
  );
};

export const craftEvents: readonly Picture[] = [
  { slug: 'resume-clinic', width: 1200, height: 1200, draw: resumeClinic },
  { slug: 'study-hall', width: 1600, height: 900, draw: studyHall },
];
