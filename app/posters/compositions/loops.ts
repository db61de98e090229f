import { pick, times } from '../random.ts';
import { short, stroke } from '../svg.ts';
import type { Composition } from './composition.ts';

export const loops: Composition = {
  name: 'loops',
  titleAt: 'either',
  draw({ width, height, open }, { ground, first, second }, random) {
    const columns = pick(random, [3, 4]);
    const size = width / columns;
    const rows = Math.ceil(height / size);
    const lanes = columns === 3 ? pick(random, [4, 5]) : pick(random, [3, 4]);
    const inner = random() < 0.5;
    // A band that leaves a tile in lane n goes on in lane n or, counted from the other corner, in lane lanes - 1 - n.
    const inks = times(lanes, (lane) => {
      const fromEdge = Math.min(lane, lanes - 1 - lane);
      return (fromEdge === 0) === inner ? first : second;
    });
    const shift = open === 'top' ? rows * size - height : 0;
    const tiles = times(rows * columns, (index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const turn = random() < 0.5 ? 0 : 90;
      const place = `translate(${short((column + 0.5) * size)} ${short((row + 0.5) * size - shift)}) rotate(${turn})`;
      const arcs = corner(size, inks, ground);
      return `<g transform="${place}">${arcs}<g transform="rotate(180)">${arcs}</g></g>`;
    });
    return tiles.join('');
  },
};

/** Bands around the upper left corner of a tile whose centre is at 0, 0. */
function corner(size: number, inks: string[], ground: string): string {
  const line = size / (2 * inks.length);
  const [from, to] = [short(-size / 2), short(size)];
  const cleared = `<path d="M${from} ${from}h${to}a${to} ${to} 0 0 1 -${to} ${to}Z" fill="${ground}"/>`;
  // The ends reach a little into the next tile, so that no seam shows.
  const arcs = inks.map((ink, lane) => {
    const radius = short(line * (2 * lane + 1));
    const start = short(-size / 2 + line * (2 * lane + 1));
    return stroke(`M${start} ${from}m0 -3v3A${radius} ${radius} 0 0 1 ${from} ${start}h-3`, ink, line);
  });
  return cleared + arcs.join('');
}
