import { between, pick, times, whole, type Random } from '../random.ts';
import { circle, rect, short, stroke } from '../svg.ts';
import type { Composition, Ground } from './composition.ts';

const CELL = 48;

export const circuit: Composition = {
  name: 'circuit',
  titleAt: 'either',
  draw(field, { ground, first, second }, random) {
    const { width, height } = field;
    const pins = whole(random, 5, 6);
    const half = (pins * CELL) / 2 + CELL * 0.5;
    const x = width * pick(random, [0.36, 0.5, 0.64]);
    const y = height * between(random, 0.44, 0.56);
    const traces = times(4, (side) => bundle(field, { x, y, half, pins, side }, { first, second, ground }, random));
    const core = half * between(random, 0.36, 0.5);
    const chip = rect(x - half, y - half, 2 * half, 2 * half, first) + circle(x, y, core, ground);
    return traces.join('') + chip + circle(x, y, core * 0.55, second);
  },
};

interface Chip {
  x: number;
  y: number;
  half: number;
  pins: number;
  side: number;
}

/** Traces never cross: the outer ones bend first. */
function bundle(
  { width, height }: Ground,
  { x, y, half, pins, side }: Chip,
  inks: { first: string; second: string; ground: string },
  random: Random,
): string {
  const room = [width - x, height - y, x, y][side] ?? width;
  const lean = pick(random, [-1, 1] as const);
  const bend = CELL * between(random, 1, 1.8);
  const traces = times(pins, (pin) => {
    const away = (pin - (pins - 1) / 2) * CELL;
    const order = lean > 0 ? pins - 1 - pin : pin;
    const straight = half + CELL * (0.5 + order * 0.5);
    const end = random() < 0.5 ? straight + bend + CELL * between(random, 0.6, 2.6) : room + CELL;
    const [endX, endY] = [Math.max(end, straight + bend), away + lean * bend];
    const path = `M${short(half - 4)} ${short(away)}H${short(straight)}L${short(straight + bend)} ${short(endY)}H${short(endX)}`;
    const colour = random() < 0.24 ? inks.second : inks.first;
    return stroke(path, colour, 16) + circle(endX, endY, 20, colour) + circle(endX, endY, 8.5, inks.ground);
  });
  return `<g transform="translate(${short(x)} ${short(y)}) rotate(${side * 90})">${traces.join('')}</g>`;
}
