import { createHash } from 'node:crypto';

export type Point = readonly [number, number];
type Attributes = Readonly<Record<string, string | number>>;
type Placing = { readonly turn?: number; readonly scale?: number; readonly flip?: boolean };

const round = (value: number): string => String(Math.round(value * 10) / 10);
const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value}"`)
    .join('');

export const element = (name: string, attributes: Attributes, inside = ''): string =>
  `<${name}${written(attributes)}>${inside}</${name}>`;

export const circle = (cx: number, cy: number, r: number, fill: string): string =>
  element('circle', { cx, cy, r, fill });
export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string): string =>
  element('ellipse', { cx, cy, rx, ry, fill });
export const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0): string =>
  element('rect', { x, y, width, height, fill, rx });
export const shape = (d: string, fill: string): string => element('path', { d, fill, 'fill-rule': 'evenodd' });

/** An open stroke with round ends; give `cap` for flat or square ones. */
export const stroke = (d: string, colour: string, width: number, cap = 'round'): string =>
  element('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': cap,
    'stroke-linejoin': cap === 'round' ? 'round' : 'miter',
  });

export const dashed = (d: string, colour: string, width: number, dashes: string): string =>
  element('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-dasharray': dashes,
    'stroke-linecap': 'round',
  });

export const ring = (cx: number, cy: number, r: number, colour: string, width: number): string =>
  element('circle', { cx, cy, r, fill: 'none', stroke: colour, 'stroke-width': width });

export const outline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
export const polygon = (points: readonly Point[], fill: string): string => shape(`${outline(points)}Z`, fill);
export const polyline = (points: readonly Point[], colour: string, width: number): string =>
  stroke(outline(points), colour, width);

/** A smooth open curve through all points (Catmull-Rom as cubic Béziers). */
export const curve = (points: readonly Point[]): string => {
  const [first] = points;
  if (!first) return '';
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? first;
  const parts = points.slice(1).map((to, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)];
    const c1: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const c2: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...c1, ...c2, ...to].map(round).join(' ')}`;
  });
  return `M${round(first[0])} ${round(first[1])}${parts.join('')}`;
};

export const at = (x: number, y: number, inside: string, { turn = 0, scale = 1, flip = false }: Placing = {}): string =>
  element(
    'g',
    { transform: `translate(${round(x)} ${round(y)}) rotate(${turn}) scale(${flip ? -scale : scale} ${scale})` },
    inside,
  );

/** Overprint: the ink multiplies with what is already on the paper. */
export const over = (inside: string): string => element('g', { style: 'mix-blend-mode:multiply' }, inside);
export const screen = (inside: string): string => element('g', { style: 'mix-blend-mode:screen' }, inside);
export const faded = (opacity: number, inside: string): string => element('g', { opacity }, inside);

/** Shows `inside` only where `mask` (one shape of any fill) is. */
export const clipped = (mask: string, inside: string): string => {
  const id = `c${createHash('sha256').update(mask).digest('hex').slice(0, 12)}`;
  return element('clipPath', { id }, mask) + element('g', { 'clip-path': `url(#${id})` }, inside);
};

export const sheet = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

/** Where a direction in degrees (0 is right, 90 is down) leads from a point. */
export const polar = (cx: number, cy: number, r: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
};
