import { between, seeded } from './random.ts';
import type { Random } from './random.ts';

type Sheet = { readonly pixels: Uint8Array; readonly width: number; readonly height: number };
type Wear = { readonly wobble: number; readonly mottle: number; readonly specks: number };

/** Smooth noise in -1…1 with features `cell` pixels wide. */
const noise = (random: Random, width: number, height: number, cell: number): ((x: number, y: number) => number) => {
  const columns = Math.ceil(width / cell) + 2;
  const grid = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, () => random() * 2 - 1);
  return (x, y) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
    const [u, v] = [x / cell - column, y / cell - row];
    const [s, t] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
    const from = row * columns + column;
    const top = (grid[from] ?? 0) * (1 - s) + (grid[from + 1] ?? 0) * s;
    const bottom = (grid[from + columns] ?? 0) * (1 - s) + (grid[from + columns + 1] ?? 0) * s;
    return top * (1 - t) + bottom * t;
  };
};

/** Small spots where the ink did not take, kept faint enough to stay texture. */
const speckle = (random: Random, { pixels, width, height }: Sheet, count: number): void => {
  for (let spot = 0; spot < count; spot += 1) {
    const [x, y] = [random() * width, random() * height];
    const [r, strength] = [between(random, 0.5, 1.7), between(random, 0.1, 0.45)];
    for (let py = Math.max(0, Math.floor(y - r)); py <= Math.min(height - 1, y + r); py += 1)
      for (let px = Math.max(0, Math.floor(x - r)); px <= Math.min(width - 1, x + r); px += 1) {
        const at = (py * width + px) * 3;
        for (let c = 0; c < 3; c += 1)
          pixels[at + c] = Math.round((pixels[at + c] ?? 0) * (1 - strength) + (240 - c * 8) * strength);
      }
  }
};

/** Prints a clean drawing: edges as if hand-cut, uneven ink, a little grain and dust. Pixels are packed RGB. */
export const press = ({ pixels, width, height }: Sheet, seed: string, wear: Wear): Uint8Array => {
  const random = seeded(seed);
  const [shiftX, shiftY] = [noise(random, width, height, 11), noise(random, width, height, 11)];
  const [broad, fine] = [noise(random, width, height, 90), noise(random, width, height, 14)];
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.min(width - 1.001, Math.max(0, x + shiftX(x, y) * wear.wobble));
      const fromY = Math.min(height - 1.001, Math.max(0, y + shiftY(x, y) * wear.wobble));
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [u, v] = [fromX - left, fromY - top];
      const tone = broad(x, y) * wear.mottle + fine(x, y) * wear.mottle * 0.5;
      const corner = (top * width + left) * 3;
      for (let c = 0; c < 3; c += 1) {
        const a = corner + c;
        const upper = (pixels[a] ?? 0) * (1 - u) + (pixels[a + 3] ?? 0) * u;
        const lower = (pixels[a + width * 3] ?? 0) * (1 - u) + (pixels[a + width * 3 + 3] ?? 0) * u;
        out[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(upper * (1 - v) + lower * v + tone)));
      }
    }
  }
  speckle(random, { pixels: out, width, height }, Math.round(((width * height) / 1000) * wear.specks));
  return out;
};
