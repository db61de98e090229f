import { between, pick, times, whole } from '../random.ts';
import { circle, polar } from '../svg.ts';
import type { Composition } from './composition.ts';

export const orbit: Composition = {
  name: 'orbit',
  titleAt: 'either',
  draw({ width, height }, { ground, first, second }, random) {
    const x = width * pick(random, [0.18, 0.5, 0.82]);
    const y = height * pick(random, [0.5, 0.62]);
    const sun = Math.min(width, height) * between(random, 0.15, 0.2);
    const pitch = between(random, 62, 84);
    const rings = Math.ceil((Math.hypot(Math.max(x, width - x), Math.max(y, height - y)) - sun) / pitch);
    const line = pitch * between(random, 0.16, 0.3);
    const drawn = times(rings, (index) => {
      const radius = sun + pitch * (index + 0.9);
      const size = `cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}"`;
      return `<circle ${size} fill="none" stroke="${first}" stroke-width="${Math.round(line)}"/>`;
    });
    const start = whole(random, 0, 9);
    const reach = x === width / 2 ? 360 : 170;
    const planets = times(Math.min(rings, 5), (index) => {
      const radius = sun + pitch * (index + 0.9);
      const size = pitch * between(random, 0.42, 0.78);
      const inward = Math.atan2(height / 2 - y, width / 2 - x) * (180 / Math.PI);
      const [px, py] = polar(
        x,
        y,
        radius,
        inward + ((((index + start) * 0.382) % 1) - 0.5) * reach + between(random, -8, 8),
      );
      return circle(px, py, size + line * 0.7, ground) + circle(px, py, size, index % 2 === 0 ? second : first);
    });
    return drawn.join('') + circle(x, y, sun, second) + planets.join('');
  },
};
