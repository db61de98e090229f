import { scatter } from './ink/halftone.ts';
import {
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
  paper,
  pink,
  red,
  sand,
  straw,
  teal,
} from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, dashed, polar, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import { fromAbove, reachingArm } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { laptopAbove } from './props/desk.ts';
import { cloudBlocks } from './dsc-clouds.ts';

const bookAbove = (x: number, y: number, turn: number, colour: string): string =>
  at(
    x,
    y,
    rect(-86, -62, 172, 124, colour, 6) +
      rect(-78, -56, 76, 112, paper) +
      rect(2, -56, 76, 112, paper) +
      times(
        4,
        (i) =>
          rect(-68, -40 + i * 24, 54 - (i % 2) * 14, 7, sand) +
          rect(14, -40 + i * 24, 54 - ((i + 1) % 2) * 14, 7, sand),
      ).join(''),
    { turn },
  );

const studyCircle = (): string => {
  const seats = [0, 8, 3, 10, 14, 1] as const;
  const [cx, cy] = [600, 450];
  return (
    rect(0, 0, 1200, 900, sand) +
    times(
      11,
      (i) => rect(0, i * 90, 1200, 4, darker(sand, 0.12)) + rect((i * 311) % 1200, i * 90, 4, 90, darker(sand, 0.12)),
    ).join('') +
    circle(cx + 8, cy + 12, 440, darker(sand, 0.35)) +
    circle(cx, cy, 440, red) +
    ring(cx, cy, 404, straw, 12) +
    times(36, (i) => {
      const [x, y] = polar(cx, cy, 372, i * 10);
      return circle(x, y, 9, straw);
    }).join('') +
    circle(cx, cy, 300, darker(red, 0.25)) +
    ring(cx, cy, 130, mustard, 10) +
    times(12, (i) => {
      const [x, y] = polar(cx, cy, 88, i * 30);
      return at(
        x,
        y,
        polygon(
          [
            [-14, 0],
            [0, -26],
            [14, 0],
            [0, 26],
          ],
          i % 2 ? coral : straw,
        ),
        { turn: i * 30 + 90 },
      );
    }).join('') +
    circle(cx, cy, 44, teal) +
    seats
      .map((seat, i) => {
        const turn = i * 60 + 12;
        const [bx, by] = polar(cx, cy, 214, turn - 90);
        const [px, py] = polar(cx, cy, 372, turn - 90);
        return (
          (i % 2
            ? laptopAbove(bx, by, 0.92, turn + 180, `dsc${i}`, nth([paper, mint, pink], i))
            : bookAbove(bx, by, turn + 180, nth([teal, mustard, dusk], i / 2))) +
          fromAbove(person(seat), px, py, 1.2, turn + 180)
        );
      })
      .join('') +
    at(
      70,
      90,
      circle(0, 0, 74, darker(moss, 0.2)) +
        times(9, (i) =>
          at(0, 0, shape('M0 0C-34 -40 -30 -120 0 -160C30 -120 34 -40 0 0Z', i % 2 ? moss : teal), { turn: i * 40 }),
        ).join(''),
    ) +
    at(
      1120,
      820,
      circle(0, 0, 84, darker(teal, 0.3)) +
        circle(0, 0, 66, teal) +
        stroke('M-40 0L40 0M0 -40L0 40', lighter(teal, 0.4), 6),
    )
  );
};

const appSketch = (): string => {
  const phone = (inside: string, turn: number, x: number, y: number, scale: number, frame: string): string =>
    at(
      x,
      y,
      rect(-166, -306, 350, 640, mix(teal, ink, 0.5), 44) +
        rect(-178, -322, 350, 640, frame, 44) +
        rect(-158, -296, 310, 588, paper, 22) +
        rect(-50, -308, 90, 8, sand, 4) +
        inside,
      { turn, scale },
    );
  const screenOne =
    rect(-158, -296, 310, 150, red, 22) +
    circle(-90, -222, 40, straw) +
    rect(-30, -248, 140, 18, paper, 6) +
    rect(-30, -216, 96, 14, pink, 6) +
    times(
      3,
      (i) =>
        rect(-132, -116 + i * 112, 258, 92, nth([mint, straw, pink], i), 12) +
        circle(-88, -70 + i * 112, 26, nth([teal, mustard, coral], i)) +
        rect(-46, -88 + i * 112, 140, 14, ink, 4) +
        rect(-46, -62 + i * 112, 96, 12, sand, 4),
    ).join('') +
    rect(-132, 226, 258, 50, ink, 25);
  const sketch =
    stroke('M-130 -260L126 -262L124 -120L-132 -118ZM-130 -260L124 -120M126 -262L-132 -118', dusk, 5) +
    times(3, (i) => stroke(`M-130 ${-70 + i * 46}L${[120, 90, 60][i] ?? 0} ${-72 + i * 46}`, dusk, 7)).join('') +
    dashed('M-130 90L-14 88L-12 200L-132 202ZM14 90L124 88L126 202L14 200Z', coral, 6, '14 14') +
    ring(-2, 246, 22, dusk, 5);
  return (
    rect(0, 0, 1200, 900, teal) +
    times(26, (i) => rect(i * 48, 0, 2, 900, lighter(teal, 0.12)) + rect(0, i * 48, 1200, 2, lighter(teal, 0.12))).join(
      '',
    ) +
    at(
      250,
      130,
      rect(-130, -90, 260, 200, cream) +
        stroke('M-90 -40L-10 -44M-90 0L60 -4M-90 40L20 38', dusk, 7) +
        circle(70, 50, 26, coral),
      { turn: -8 },
    ) +
    at(1010, 210, rect(-110, -100, 220, 220, straw) + circle(0, 0, 54, red) + shape('M-20 -28L34 0L-20 28Z', paper), {
      turn: 7,
    }) +
    stroke('M590 200C660 120 760 110 820 160', coral, 10) +
    polygon(
      [
        [836, 176],
        [794, 168],
        [824, 132],
      ],
      coral,
    ) +
    phone(sketch, -9, 420, 500, 1.02, cream) +
    phone(screenOne, 8, 800, 500, 1.1, ink) +
    reachingArm('#e6b48f', mustard, 40, 860, 1.6, -26, 'pinch') +
    at(
      330,
      690,
      rect(-150, -17, 250, 34, red, 4) +
        rect(-150, -6, 250, 12, darker(red, 0.25)) +
        polygon(
          [
            [100, -17],
            [150, 0],
            [100, 17],
          ],
          cream,
        ) +
        polygon(
          [
            [136, -5],
            [150, 0],
            [136, 5],
          ],
          ink,
        ) +
        rect(-186, -17, 38, 34, pink, 8),
      { turn: -48 },
    ) +
    at(272, 744, stroke('M-50 20Q0 -20 40 -12M-40 50Q10 20 44 14', '#e6b48f', 46), { turn: -10 }) +
    reachingArm('#6b3f2b', coral, 1120, 860, 1.7, 206, 'open') +
    scatter('dots', 14, [560, 20, 160, 860], (x, y, u) => circle(x, y, 4 + u * 5, u > 0.5 ? straw : pink))
  );
};

export const dsc: readonly Picture[] = [studyCircle, cloudBlocks, appSketch].map((draw, index) => ({
  slug: `dsc-${index + 1}`,
  width: 1200,
  height: 900,
  draw,
}));
