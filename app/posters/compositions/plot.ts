import { between, times, whole } from '../random.ts';
import { short, stroke } from '../svg.ts';
import type { Composition } from './composition.ts';

export const plot: Composition = {
  name: 'plot',
  titleAt: 'top',
  draw({ width, height }, { ground, first, second }, random) {
    const lines = whole(random, 10, 13);
    const top = height * 0.34;
    const pitch = (height * 0.95 - top) / (lines - 1);
    const marked = whole(random, 3, lines - 3);
    const highest = height * 0.29;
    const middle = between(random, 0.42, 0.58);
    return times(lines, (index) => {
      const y = top + index * pitch;
      const hills = times(5, () => ({
        at: middle + between(random, -0.2, 0.2),
        spread: between(random, 0.025, 0.075),
        high: between(random, 0.3, 1),
      }));
      const heightAt = (u: number) =>
        highest *
        Math.tanh(
          hills.reduce((sum, hill) => sum + hill.high * Math.exp(-(((u - hill.at) / hill.spread) ** 2)), 0) * 0.7,
        );
      const points = times(81, (step) => {
        const u = step / 80;
        return `${short(u * width)} ${short(y - heightAt(u) - random() * 2)}`;
      });
      const d = `M-20 ${short(y)}L${points.join('L')}L${width + 20} ${short(y)}`;
      const body = `<path d="${d}V${short(y + pitch * 2)}H-20Z" fill="${ground}"/>`;
      const hill = index === marked ? `<path d="${d}Z" fill="${second}"/>` : '';
      return body + hill + stroke(d, first, 9, 'round');
    }).join('');
  },
};
