import { bark, darker, ink, lighter, moss, mustard, night, paper, red, straw } from '../ink/palette.ts';
import { nth, seeded, times } from '../ink/random.ts';
import { at, circle, oval, polygon, rect, shape, stroke } from '../ink/svg.ts';

/** A round-crowned tree standing on (x, y). */
export const tree = (x: number, y: number, scale: number, leaf = moss, trunk = bark): string =>
  at(
    x,
    y,
    shape('M-12 0L-8 -150L8 -150L12 0Z', trunk) +
      stroke('M0 -110L-40 -160M0 -90L44 -150', trunk, 9) +
      oval(0, -220, 92, 104, leaf) +
      oval(-56, -170, 54, 56, leaf) +
      oval(58, -176, 58, 60, leaf) +
      shape(
        'M20 -310C92 -290 104 -170 60 -126C104 -150 128 -190 108 -232C104 -270 70 -312 20 -310Z',
        darker(leaf, 0.22),
      ),
    { scale },
  );

export const bareTree = (x: number, y: number, scale: number, colour: string): string =>
  at(
    x,
    y,
    stroke(
      'M0 0L0 -180M0 -70L-50 -140L-54 -200M-50 -140L-92 -170M0 -100L56 -170L50 -236M56 -170L100 -196M0 -180L-20 -250M0 -180L24 -262',
      colour,
      9,
    ) + stroke('M-54 -200L-74 -234M50 -236L66 -272M-92 -170L-112 -204M100 -196L122 -222', colour, 6),
    { scale },
  );

export const pine = (x: number, y: number, scale: number, leaf: string, snow = ''): string =>
  at(
    x,
    y,
    rect(-8, -26, 16, 30, bark) +
      [0, 1, 2]
        .map((i) =>
          polygon(
            [
              [0, -250 + i * 40 - 10],
              [-44 - i * 22, -130 + i * 52],
              [44 + i * 22, -130 + i * 52],
            ],
            i % 2 ? darker(leaf, 0.15) : leaf,
          ),
        )
        .join('') +
      (snow
        ? shape('M0 -262L-26 -196L-10 -206L2 -192L14 -206L26 -196Z', snow) +
          shape('M-66 -80L-40 -112L-20 -92L-34 -84Z', snow) +
          shape('M88 -26L50 -64L34 -44L60 -34Z', snow)
        : ''),
    { scale },
  );

/** A hall with a regular window grid, standing on (x, y); lit windows are chosen by seed. */
export const hall = (
  x: number,
  y: number,
  width: number,
  height: number,
  wall: string,
  seed: string,
  lit = straw,
  share = 0.5,
): string => {
  const random = seeded(seed);
  const columns = Math.max(2, Math.round(width / 46));
  const rows = Math.max(2, Math.round(height / 62));
  const [cell, floor] = [width / columns, height / rows];
  return (
    rect(x, y - height, width, height, wall) +
    rect(x - 6, y - height - 10, width + 12, 14, darker(wall, 0.25)) +
    times(rows * columns, (i) =>
      rect(
        x + (i % columns) * cell + cell * 0.24,
        y - height + Math.floor(i / columns) * floor + floor * 0.24,
        cell * 0.52,
        floor * 0.56,
        random() < share ? lit : darker(wall, 0.35),
      ),
    ).join('')
  );
};

export const tower = (x: number, y: number, width: number, height: number, wall: string, lit = straw): string =>
  rect(x - width / 2, y - height, width, height, wall) +
  polygon(
    [
      [x - width * 0.64, y - height],
      [x, y - height - width * 1.3],
      [x + width * 0.64, y - height],
    ],
    darker(wall, 0.35),
  ) +
  circle(x, y - height + width * 0.55, width * 0.3, lit) +
  stroke(
    `M${x} ${y - height + width * 0.55}L${x} ${y - height + width * 0.36}M${x} ${y - height + width * 0.55}L${x + width * 0.13} ${y - height + width * 0.6}`,
    ink,
    3,
  ) +
  shape(
    `M${x - width * 0.16} ${y - height * 0.4}l0 ${-width * 0.5}q${width * 0.16} ${-width * 0.3} ${width * 0.32} 0l0 ${width * 0.5}Z`,
    lit,
  );

/** A string of lights or flags hanging between two points. */
const hanging = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  count: number,
  piece: (x: number, y: number, index: number) => string,
): string =>
  times(count, (i) => {
    const t = (i + 0.5) / count;
    return piece(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t), i);
  }).join('');

const cable = (x1: number, y1: number, x2: number, y2: number, sag: number, colour: string): string =>
  stroke(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, colour, 4);

export const bunting = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  count: number,
  inks: readonly [string, ...string[]],
  size = 34,
): string =>
  cable(x1, y1, x2, y2, sag, ink) +
  hanging(x1, y1, x2, y2, sag, count, (x, y, i) =>
    polygon(
      [
        [x - size * 0.5, y - 2],
        [x + size * 0.5, y - 2],
        [x, y + size],
      ],
      nth(inks, i),
    ),
  );

export const lights = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  count: number,
  inks: readonly [string, ...string[]] = [straw, mustard, red],
  size = 11,
): string =>
  cable(x1, y1, x2, y2, sag, night) +
  hanging(
    x1,
    y1,
    x2,
    y2,
    sag,
    count,
    (x, y, i) =>
      rect(x - size * 0.4, y - 2, size * 0.8, size * 0.8, ink) +
      oval(x, y + size * 1.3, size * 0.75, size, nth(inks, i)),
  );

/** A market stall with a striped awning; `goods` is drawn on its counter, keeper behind it. Footprint 320 × 330. */
export const stall = (
  x: number,
  y: number,
  scale: number,
  first: string,
  second: string,
  keeper: string,
  goods: string,
): string =>
  at(
    x,
    y,
    rect(-150, -300, 12, 300, bark) +
      rect(138, -300, 12, 300, bark) +
      rect(-138, -290, 276, 170, lighter(first, 0.72)) +
      keeper +
      rect(-160, -124, 320, 22, lighter(bark, 0.3), 3) +
      rect(-150, -102, 300, 102, darker(second, 0.04)) +
      polygon(
        [
          [-150, -102],
          [150, -102],
          [150, -88],
          [-150, -88],
        ],
        darker(second, 0.25),
      ) +
      goods +
      times(8, (i) =>
        shape(
          `M${-176 + i * 44} -272L${-148 + i * 37} -352L${-111 + i * 37} -352L${-132 + i * 44} -272a22 22 0 0 1 -44 0Z`,
          i % 2 ? paper : first,
        ),
      ).join(''),
    { scale },
  );

export const cloud = (x: number, y: number, scale: number, colour: string): string =>
  at(
    x,
    y,
    shape(
      'M-110 30C-150 30 -150 -20 -106 -22C-104 -62 -44 -74 -24 -42C4 -76 74 -64 74 -20C124 -30 138 30 94 30Z',
      colour,
    ),
    { scale },
  );
