import { between, times, whole } from '../random.ts';
import { circle, short, stroke } from '../svg.ts';
import type { Composition } from './composition.ts';

export const waves: Composition = {
  name: 'waves',
  titleAt: 'top',
  draw({ width, height }, { ground, first, second }, random) {
    const bands = whole(random, 5, 7);
    const top = height * between(random, 0.36, 0.46);
    const pitch = (height - top) / (bands - 0.6);
    const length = width / whole(random, 2, 4);
    const swing = pitch * between(random, 0.42, 0.62);
    const drift = length * between(random, 0.12, 0.3);
    const radius = Math.min(top * 0.82, width * 0.36);
    const x = width * between(random, 0.28, 0.72);
    const sun = circle(x, top - radius * 0.12, radius, second);
    const sea = times(bands + 1, (index) => {
      const y = top + index * pitch;
      const d = wave({ from: -length + ((index * drift) % length) - length, to: width + length, y, length, swing });
      const body = `${d}V${short(height + 60)}H${short(-2 * length)}Z`;
      const crest = stroke(d, first, pitch * 0.54, 'butt');
      return `<path d="${body}" fill="${ground}"/>${crest}`;
    });
    return sun + sea.join('');
  },
};

interface Wave {
  from: number;
  to: number;
  y: number;
  length: number;
  swing: number;
}

function wave({ from, to, y, length, swing }: Wave): string {
  const half = length / 2;
  const arcs = times(Math.ceil((to - from) / half) + 1, (index) => {
    const peak = short(index % 2 === 0 ? -swing : swing);
    return `c${short(half * 0.36)} ${peak} ${short(half * 0.64)} ${peak} ${short(half)} 0`;
  });
  return `M${short(from)} ${short(y)}${arcs.join('')}`;
}
