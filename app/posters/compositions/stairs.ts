import { between, pick, times, whole } from '../random.ts';
import { circle, polygon, type Point } from '../svg.ts';
import type { Composition } from './composition.ts';

export const stairs: Composition = {
  name: 'stairs',
  titleAt: 'top',
  draw({ width, height }, { ground, first, second }, random) {
    const steps = whole(random, 5, 7);
    const [run, rise] = [width / steps, (height * between(random, 0.84, 0.95)) / steps];
    const drop = rise * pick(random, [1.4, 1.6, 1.8]);
    const flights = Math.ceil((steps * rise) / drop) + 1;
    const flight = (index: number): Point[] => {
      const top = height - steps * rise + index * drop;
      const corners = times(steps, (step) => {
        const y = top + (steps - 1 - step) * rise;
        return [[step * run, y] as const, [(step + 1) * run, y] as const];
      }).flat();
      return [[0, height + 10], ...corners, [width, height + 10]];
    };
    const inks = [first, ground, second, ground];
    const drawn = times(flights, (index) => polygon(flight(index), inks[index % inks.length] ?? first));
    const on = whole(random, 1, steps - 3);
    const radius = Math.min(run, rise * 1.4) * 0.5;
    const y = height - steps * rise + (steps - 1 - on) * rise - radius;
    const ball = circle((on + 0.5) * run, y, radius, second);
    const flip = pick(random, [false, true]);
    const all = drawn.join('') + ball;
    return flip ? `<g transform="translate(${width} 0) scale(-1 1)">${all}</g>` : all;
  },
};
