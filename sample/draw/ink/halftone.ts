import { seeded, times } from './random.ts';
import { element, polar, polygon, shape } from './svg.ts';

type Field = { x: number; y: number; width: number; height: number; step: number; fill: string; angle?: number };

const dot = (x: number, y: number, r: number): string => {
  const [left, size] = [(x - r).toFixed(1), r.toFixed(1)];
  return `M${left} ${y.toFixed(1)}a${size} ${size} 0 1 0 ${(2 * r).toFixed(1)} 0a${size} ${size} 0 1 0 ${(-2 * r).toFixed(1)} 0`;
};

/** A dot screen over a rectangle; `tone(u, v)` gives the darkness 0…1 at the relative place. */
export const halftone = (field: Field, tone: (u: number, v: number) => number): string => {
  const { x, y, width, height, step, fill, angle = 45 } = field;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const reach = Math.ceil(Math.hypot(width, height) / 2 / step) + 1;
  const dots: string[] = [];
  for (let row = -reach; row <= reach; row += 1) {
    for (let column = -reach; column <= reach; column += 1) {
      const px = width / 2 + (column * cos - row * sin) * step;
      const py = height / 2 + (column * sin + row * cos) * step;
      if (px < -step || py < -step || px > width + step || py > height + step) continue;
      const r = Math.sqrt(Math.max(0, Math.min(1, tone(px / width, py / height)))) * step * 0.62;
      if (r > 0.7) dots.push(dot(x + px, y + py, r));
    }
  }
  return element('path', { d: dots.join(''), fill });
};

/** A fan of wedges around a point. */
export const rays = (cx: number, cy: number, radius: number, count: number, fill: string, turn = 0): string =>
  times(count, (index) => {
    const from = turn + (index * 360) / count;
    return polygon([[cx, cy], polar(cx, cy, radius, from), polar(cx, cy, radius, from + 180 / count)], fill);
  }).join('');

/** Seeded small marks (snow, stars, confetti) inside a rectangle, kept apart from each other. */
export const scatter = (
  seed: string,
  count: number,
  box: readonly [number, number, number, number],
  mark: (x: number, y: number, u: number) => string,
): string => {
  const random = seeded(seed);
  const [x, y, width, height] = box;
  const apart = Math.sqrt((width * height) / count) * 0.55;
  const placed: [number, number][] = [];
  return times(count, () => {
    let spot: [number, number] = [x + random() * width, y + random() * height];
    for (let tries = 0; tries < 12 && placed.some(([a, b]) => Math.hypot(a - spot[0], b - spot[1]) < apart); tries += 1)
      spot = [x + random() * width, y + random() * height];
    placed.push(spot);
    return mark(spot[0], spot[1], random());
  }).join('');
};

/** A regular polygon path, e.g. hexagons and gear bodies. */
export const regular = (cx: number, cy: number, r: number, corners: number, fill: string, turn = -90): string =>
  polygon(
    times(corners, (index) => polar(cx, cy, r, turn + (index * 360) / corners)),
    fill,
  );

/** A gear with square-cut teeth and an optional hole. */
export const gear = (
  cx: number,
  cy: number,
  r: number,
  teeth: number,
  depth: number,
  fill: string,
  hole = 0,
  turn = 0,
): string => {
  const step = 360 / teeth;
  const points = times(teeth, (index) => {
    const from = turn + index * step;
    return [
      polar(cx, cy, r - depth, from),
      polar(cx, cy, r, from + step * 0.12),
      polar(cx, cy, r, from + step * 0.48),
      polar(cx, cy, r - depth, from + step * 0.6),
    ];
  }).flat();
  const body = `M${points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}Z`;
  return shape(hole > 0 ? body + dot(cx, cy, hole) : body, fill);
};
