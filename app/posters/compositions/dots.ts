import { between, pick } from '../random.ts';
import { over, stroke } from '../svg.ts';
import type { Composition, Field } from './composition.ts';

/** Darkness, 0…1. */
type Tone = (x: number, y: number) => number;

export const dots: Composition = {
  name: 'dots',
  titleAt: 'either',
  draw(field, { first, second, blend }, random) {
    const { width, height } = field;
    const step = between(random, 27, 34);
    const radius = Math.min(width * 0.42, height * 0.4);
    const x = width * between(random, 0.38, 0.62);
    const y = height * between(random, 0.42, 0.56);
    const light = pick(random, [-1, 1] as const);
    const ball: Tone = (px, py) => {
      const [u, v] = [(px - x) / radius, (py - y) / radius];
      const away = Math.hypot(u, v);
      if (away > 1) return 0;
      return 0.28 + 0.8 * Math.hypot(u - 0.5 * light, v + 0.45) * 0.62;
    };
    const rising = pick(random, [true, false]);
    const sky: Tone = (px, py) => {
      const down = rising ? py / height : 1 - py / height;
      const shadow = Math.hypot((px - x) / radius, (py - y) / radius) < 1.06 ? 0 : 1;
      return shadow * (0.9 * down ** 1.4 + 0.02);
    };
    const angle = between(random, 10, 35);
    return screen(field, step * 0.86, angle + 45, sky, second) + over(blend, screen(field, step, angle, ball, first));
  },
};

/** A dot is a stroke without length and with round ends. Dots of about the same size share a path, which keeps the file small. */
function screen({ width, height }: Field, step: number, degrees: number, tone: Tone, ink: string): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const reach = Math.ceil(Math.hypot(width, height) / 2 / step);
  const bySize = new Map<number, string>();
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const x = width / 2 + (column * cos - row * sin) * step;
      const y = height / 2 + (column * sin + row * cos) * step;
      if (x < -step || y < -step || x > width + step || y > height + step) continue;
      const size = Math.round(Math.sqrt(Math.max(0, Math.min(1, tone(x, y)))) * step * 1.16);
      if (size > 2) bySize.set(size, `${bySize.get(size) ?? ''}M${Math.round(x)} ${Math.round(y)}h.1`);
    }
  }
  return [...bySize].map(([size, d]) => stroke(d, ink, size, 'round')).join('');
}
