import { between, pick, times } from '../random.ts';
import { circle, rect, short } from '../svg.ts';
import type { Composition } from './composition.ts';

export const stripes: Composition = {
  name: 'stripes',
  titleAt: 'either',
  draw({ width, height }, { ground, first, second }, random) {
    const pitch = between(random, 44, 64);
    const angle = pick(random, [0, 45, -45, 90, 24]);
    const turn = pick(random, [90, 90, 45]);
    const radius = Math.min(width * 0.4, height * 0.4);
    const x = width * pick(random, [0.4, 0.5, 0.6]);
    const y = height * between(random, 0.44, 0.56);
    const reach = Math.hypot(width, height);
    const around = (colour: string, degrees: number, share: number) => {
      const count = Math.ceil((2 * reach) / pitch);
      const bars = times(count, (index) =>
        rect(-reach, (index - count / 2) * pitch - (pitch * share) / 2, 2 * reach, pitch * share, colour),
      );
      return `<g transform="translate(${short(x)} ${short(y)}) rotate(${degrees})">${bars.join('')}</g>`;
    };
    const clip = `<clipPath id="disc">${circle(x, y, radius, '#000')}</clipPath>`;
    const inside = circle(x, y, radius + 1, ground) + around(second, angle + turn, 0.5);
    return `${clip}${around(first, angle, 0.5)}<g clip-path="url(#disc)">${inside}</g>`;
  },
};
