import { pick, times, whole, type Random } from '../random.ts';
import { rect, shape } from '../svg.ts';
import type { Composition } from './composition.ts';

export const chess: Composition = {
  name: 'chess',
  titleAt: 'either',
  draw({ width, height, open }, { ground, first, second }, random) {
    const columns = pick(random, [3, 4]);
    const size = width / columns;
    const rows = Math.ceil(height / size);
    const shift = open === 'top' ? rows * size - height : 0;
    const parity = whole(random, 0, 1);
    const isDark = (column: number, row: number) => (column + row + parity) % 2 === 0;
    const squares = times(rows, (row) =>
      times(columns, (column) =>
        isDark(column, row) ? rect(column * size, row * size - shift, size + 0.5, size + 0.5, first) : '',
      ).join(''),
    );
    const places = shuffled(
      random,
      times(rows * columns, (index) => ({ column: index % columns, row: Math.floor(index / columns) })),
    ).filter(({ row }) => row * size - shift > -1 && (row + 1) * size - shift < height + 1);
    const wanted = Math.min(places.length, columns === 3 ? 3 : 6);
    const standing = places.slice(0, wanted).map(({ column, row }, index) => {
      const piece = PIECES[(index + whole(random, 0, 1)) % PIECES.length] ?? '';
      const colour = index % 3 === 0 ? second : isDark(column, row) ? ground : first;
      const at = `translate(${column * size} ${row * size - shift}) scale(${size / 100})`;
      return `<g transform="${at}">${shape(piece, colour)}</g>`;
    });
    return squares.join('') + standing.join('');
  },
};

/** Pawn, rook, bishop, queen, king and knight, each in a square of 100. */
const PIECES = [
  'M50 15a15 15 0 0 1 9 27L72 78H28L41 42A15 15 0 0 1 50 15ZM22 81H78V91H22Z',
  'M26 12H38V21H44V12H56V21H62V12H74V36H66L70 78H30L34 36H26ZM22 81H78V91H22Z',
  'M50 8C66 24 70 36 70 46A20 20 0 0 1 60 62L66 78H34L40 62A20 20 0 0 1 30 46C30 36 34 24 50 8ZM47 22V44H53V22ZM22 81H78V91H22Z',
  'M16 24L34 44L38 14L50 40L62 14L66 44L84 24L70 78H30ZM22 81H78V91H22Z',
  'M46 6H54V14H62V22H54V31C62 25 84 26 84 44C84 60 72 64 70 78H30C28 64 16 60 16 44C16 26 38 25 46 31V22H38V14H46ZM22 81H78V91H22Z',
  'M34 78C34 60 50 56 48 46C42 50 34 54 26 58L18 48C26 36 28 22 44 18L50 8L56 18C74 26 76 50 70 78ZM22 81H78V91H22Z',
] as const;

function shuffled<T>(random: Random, items: T[]): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
