import { pick, times, whole } from '../random.ts';
import { shape, short } from '../svg.ts';
import type { Composition } from './composition.ts';

/** Forms in a square of 100: quarter, half and whole discs, a leaf, triangles, a ring, four dots, a bridge. */
const FORMS = [
  'M0 0H100A100 100 0 0 1 0 100Z',
  'M0 0H100A50 50 0 0 1 0 0ZM0 50H100A50 50 0 0 1 0 50Z',
  'M50 0a50 50 0 1 0 .1 0Z',
  'M0 0A100 100 0 0 1 100 100A100 100 0 0 1 0 0Z',
  'M0 0H100L0 100Z',
  'M0 0L50 50L0 100ZM50 0L100 50L50 100Z',
  'M50 0a50 50 0 1 0 .1 0ZM50 25a25 25 0 1 1 -.1 0Z',
  'M25 5a20 20 0 1 0 .1 0ZM75 5a20 20 0 1 0 .1 0ZM25 55a20 20 0 1 0 .1 0ZM75 55a20 20 0 1 0 .1 0Z',
  'M0 0H100V100H75A25 25 0 0 0 25 100H0Z',
  'M0 0H25V100H0ZM50 0H75V100H50Z',
] as const;

export const blocks: Composition = {
  name: 'blocks',
  titleAt: 'either',
  draw({ width, height, open }, { ground, first, second }, random) {
    const columns = pick(random, [3, 4, 4]);
    const size = width / columns;
    const rows = Math.ceil(height / size);
    const shift = open === 'top' ? rows * size - height : 0;
    const forms = times(4, () => whole(random, 0, FORMS.length - 1));
    const grounds = [
      [ground, first],
      [ground, second],
      [first, ground],
      [first, second],
      [second, first],
    ] as const;
    return times(rows * columns, (index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const [under, ink] = pick(random, grounds);
      const form = FORMS[forms[whole(random, 0, 3)] ?? 0] ?? FORMS[0];
      const turn = 90 * whole(random, 0, 3);
      const place = `translate(${short(column * size)} ${short(row * size - shift)}) scale(${(size / 100).toFixed(4)})`;
      const tile = `<path d="M0 0H100.3V100.3H0Z" fill="${under}"/>${shape(form, ink)}`;
      return `<g transform="${place} rotate(${turn} 50 50)">${tile}</g>`;
    }).join('');
  },
};
