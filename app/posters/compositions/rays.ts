import { between, pick, times, whole } from '../random.ts';
import { circle, polar, shape, short } from '../svg.ts';
import type { Composition } from './composition.ts';

export const rays: Composition = {
  name: 'rays',
  titleAt: 'either',
  draw({ width, height }, { ground, first, second }, random) {
    const x = width * pick(random, [0.24, 0.5, 0.5, 0.76]);
    const y = height * between(random, 0.42, 0.62);
    const count = whole(random, 11, 19);
    const bend = pick(random, [0, 0, 22, -22]);
    const reach = 1.2 * Math.hypot(width, height);
    const half = 180 / count;
    const turn = between(random, 0, 2 * half);
    const radius = Math.min(width, height) * between(random, 0.2, 0.27);
    const wedges = times(count, (index) => {
      const from = turn + index * 2 * half;
      const [ax, ay] = polar(x, y, reach, from);
      const [bx, by] = polar(x, y, reach, from + half);
      const [cx, cy] = polar(x, y, reach / 2, from + bend);
      const [dx, dy] = polar(x, y, reach / 2, from + half + bend);
      return `M${short(x)} ${short(y)}Q${short(cx)} ${short(cy)} ${short(ax)} ${short(ay)}L${short(bx)} ${short(by)}Q${short(dx)} ${short(dy)} ${short(x)} ${short(y)}Z`;
    });
    return shape(wedges.join(''), first) + circle(x, y, radius * 1.22, ground) + circle(x, y, radius, second);
  },
};
