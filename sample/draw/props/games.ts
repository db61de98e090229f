import {
  coral,
  cream,
  darker,
  dusk,
  ink,
  lighter,
  mix,
  mustard,
  night,
  paper,
  red,
  straw,
  teal,
} from '../ink/palette.ts';
import { nth, times } from '../ink/random.ts';
import { at, circle, oval, polygon, rect, ring, shape, stroke } from '../ink/svg.ts';

/** A game controller from above, about 300 wide. */
export const controller = (x: number, y: number, scale: number, turn: number, colour: string): string =>
  at(
    x,
    y,
    shape(
      'M-96 -84C-60 -100 60 -100 96 -84C150 -76 178 90 138 108C104 120 78 52 50 48L-50 48C-78 52 -104 120 -138 108C-178 90 -150 -76 -96 -84Z',
      colour,
    ) +
      shape(
        'M-138 108C-160 98 -166 50 -158 10C-150 60 -130 90 -104 92C-116 106 -128 112 -138 108ZM138 108C160 98 166 50 158 10C150 60 130 90 104 92C116 106 128 112 138 108Z',
        darker(colour, 0.3),
      ) +
      rect(-108, -46, 56, 18, ink, 4) +
      rect(-89, -65, 18, 56, ink, 4) +
      circle(80, -62, 12, straw) +
      circle(80, -14, 12, coral) +
      circle(56, -38, 12, teal) +
      circle(104, -38, 12, paper) +
      circle(-40, 16, 24, darker(colour, 0.5)) +
      circle(-40, 13, 16, lighter(colour, 0.2)) +
      circle(40, 16, 24, darker(colour, 0.5)) +
      circle(40, 13, 16, lighter(colour, 0.2)) +
      rect(-18, -50, 36, 9, darker(colour, 0.4), 4),
    { scale, turn },
  );

const pips: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-16, -16],
    [16, 16],
  ],
  3: [
    [-18, -18],
    [0, 0],
    [18, 18],
  ],
  4: [
    [-16, -16],
    [16, 16],
    [-16, 16],
    [16, -16],
  ],
  5: [
    [-18, -18],
    [18, 18],
    [-18, 18],
    [18, -18],
    [0, 0],
  ],
  6: [
    [-16, -20],
    [16, -20],
    [-16, 0],
    [16, 0],
    [-16, 20],
    [16, 20],
  ],
};
export const die = (
  x: number,
  y: number,
  scale: number,
  turn: number,
  value: number,
  colour = paper,
  dot = ink,
): string =>
  at(
    x,
    y,
    rect(-31, -29, 70, 70, mix(ink, red, 0.3), 12) +
      rect(-35, -35, 70, 70, colour, 12) +
      (pips[value] ?? []).map(([px, py]) => circle(px, py, 7, dot)).join(''),
    { scale, turn },
  );

/** A wooden player piece: head and spread body. */
export const meeple = (x: number, y: number, scale: number, colour: string, turn = 0): string =>
  at(
    x,
    y,
    shape(
      'M0 -46C16 -46 22 -32 18 -20C30 -14 48 -6 48 4C48 14 34 12 26 10C32 24 40 36 40 42C40 48 34 48 28 48L8 48L0 32L-8 48L-28 48C-34 48 -40 48 -40 42C-40 36 -32 24 -26 10C-34 12 -48 14 -48 4C-48 -6 -30 -14 -18 -20C-22 -32 -16 -46 0 -46Z',
      darker(colour, 0.35),
    ) +
      at(
        -4,
        -5,
        shape(
          'M0 -46C16 -46 22 -32 18 -20C30 -14 48 -6 48 4C48 14 34 12 26 10C32 24 40 36 40 42C40 48 34 48 28 48L8 48L0 32L-8 48L-28 48C-34 48 -40 48 -40 42C-40 36 -32 24 -26 10C-34 12 -48 14 -48 4C-48 -6 -30 -14 -18 -20C-22 -32 -16 -46 0 -46Z',
          colour,
        ),
      ),
    { scale, turn },
  );

/** A playing card of the table's own game: a frame and one of four marks. */
export const card = (x: number, y: number, scale: number, turn: number, colour: string, mark: number): string => {
  const marks = [
    circle(0, 0, 24, colour),
    polygon(
      [
        [0, -32],
        [26, 0],
        [0, 32],
        [-26, 0],
      ],
      colour,
    ),
    rect(-22, -22, 44, 44, colour, 2),
    polygon(
      [
        [0, -28],
        [28, 22],
        [-28, 22],
      ],
      colour,
    ),
  ];
  return at(
    x,
    y,
    rect(-46, -64, 100, 140, mix(ink, red, 0.35), 10) +
      rect(-50, -70, 100, 140, paper, 10) +
      rect(-42, -62, 84, 124, 'none') +
      ring(0, 0, 36, lighter(colour, 0.6), 4) +
      (marks[mark] ?? '') +
      circle(-34, -54, 7, colour) +
      circle(34, 54, 7, colour),
    { scale, turn },
  );
};

/** A chess knight on a 200 × 300 footprint, standing on y = 0, facing left. */
export const knight = (x: number, y: number, scale: number, colour: string, cut: string): string =>
  at(
    x,
    y,
    shape('M-96 0L96 0L96 -30L80 -44L-80 -44L-96 -30Z', colour) +
      shape(
        'M-66 -52L72 -52C84 -130 92 -196 60 -246C44 -272 24 -286 6 -290L-4 -322L-26 -288C-52 -274 -66 -240 -84 -212C-98 -190 -116 -176 -112 -154C-108 -132 -84 -128 -70 -142C-52 -158 -34 -158 -16 -166C-26 -128 -66 -112 -66 -52Z',
        colour,
      ) +
      circle(-30, -234, 10, cut) +
      stroke('M-98 -164L-88 -172', cut, 6) +
      stroke('M8 -268C44 -240 56 -190 46 -120M28 -262C62 -230 70 -190 64 -130', cut, 5) +
      stroke('M-70 -24L70 -24', cut, 5),
    { scale },
  );

export const pawn = (x: number, y: number, scale: number, colour: string, cut: string): string =>
  at(
    x,
    y,
    shape('M-60 0L60 0L60 -22L46 -34L-46 -34L-60 -22Z', colour) +
      shape('M-40 -40L40 -40C28 -80 22 -100 20 -128L-20 -128C-22 -100 -28 -80 -40 -40Z', colour) +
      oval(0, -130, 36, 9, colour) +
      circle(0, -164, 34, colour) +
      stroke('M-14 -178a20 20 0 0 1 16 -8', cut, 5),
    { scale },
  );

export const rook = (x: number, y: number, scale: number, colour: string, cut: string): string =>
  at(
    x,
    y,
    shape('M-70 0L70 0L70 -26L54 -40L-54 -40L-70 -26Z', colour) +
      shape('M-46 -46L46 -46L36 -170L-36 -170Z', colour) +
      shape(
        'M-56 -170L56 -170L56 -228L32 -228L32 -206L14 -206L14 -228L-14 -228L-14 -206L-32 -206L-32 -228L-56 -228Z',
        colour,
      ) +
      stroke('M-34 -150L34 -150', cut, 5),
    { scale },
  );

/** A board-game board in perspective: a winding track of tiles on a skewed sheet, 520 × 150 around the origin. */
export const flatBoard = (x: number, y: number, scale: number): string => {
  const spots = [
    [-190, 40],
    [-140, 46],
    [-88, 48],
    [-36, 42],
    [8, 28],
    [-20, 8],
    [-70, -4],
    [-104, -20],
    [-66, -38],
    [-14, -40],
    [36, -34],
    [76, -18],
    [120, -2],
    [168, 8],
    [196, 30],
  ] as const;
  return at(
    x,
    y,
    polygon(
      [
        [-200, -66],
        [200, -66],
        [262, 76],
        [-262, 76],
      ],
      darker(teal, 0.4),
    ) +
      polygon(
        [
          [-200, -72],
          [200, -72],
          [262, 68],
          [-262, 68],
        ],
        teal,
      ) +
      polygon(
        [
          [-176, -60],
          [176, -60],
          [230, 56],
          [-230, 56],
        ],
        cream,
      ) +
      spots.map(([px, py], i) => oval(px, py, 23, 10, nth([red, mustard, dusk, coral], i))).join(''),
    { scale },
  );
};

/** A pizza slice pointing down, tip at (0, 0), 200 high. */
export const slice = (x: number, y: number, scale: number, turn: number): string =>
  at(
    x,
    y,
    shape('M0 0L-84 -180Q0 -214 84 -180Z', mustard) +
      shape('M-90 -176Q0 -218 90 -176L84 -150Q0 -190 -84 -150Z', mix(mustard, red, 0.4)) +
      circle(-22, -122, 19, red) +
      circle(28, -134, 17, red) +
      circle(4, -68, 16, red) +
      circle(20, -96, 6, night),
    { scale, turn },
  );

/** A small creature of the arcade, from a bitmap drawn in rows of a string. */
export const bitmap = (rows: readonly string[], x: number, y: number, size: number, colour: string): string =>
  rows
    .map((row, line) =>
      times(row.length, (column) =>
        row[column] === '#' ? rect(x + column * size, y + line * size, size + 0.4, size + 0.4, colour) : '',
      ).join(''),
    )
    .join('');

export const invaders: readonly [readonly string[], ...(readonly string[])[]] = [
  ['..#....#..', '...#..#...', '..######..', '.##.##.##.', '##########', '#.######.#', '#.#....#.#', '...##.##..'],
  ['...####...', '.########.', '##########', '##..##..##', '##########', '..##..##..', '.##.##.##.', '#........#'],
  ['....##....', '...####...', '..######..', '.##.##.##.', '.########.', '...#..#...', '..#.##.#..', '.#.#..#.#.'],
];
