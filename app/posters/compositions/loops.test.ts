import sharp from 'sharp';
import { expect, it } from 'vitest';
import { loops } from './loops.ts';
import { seeded } from '../random.ts';

const [WIDTH, HEIGHT] = [800, 800];
/** A card's poster: its tiles begin within a pixel. */
const CARD = 286;
const BLACK = 20;

/** The bands drawn in black on white, as a card shows them: how light each pixel is. */
async function drawOnCard(key: string): Promise<{ lightness: number[]; columns: number }> {
  const inks = { ground: '#ffffff', first: '#000000', second: '#000000', blend: 'normal' } as const;
  const inside = loops.draw({ width: WIDTH, height: HEIGHT, open: 'bottom' }, inks, seeded(key));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD}" height="${CARD}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="800" height="800" fill="#fff"/>${inside}</svg>`;
  const lightness = [...(await sharp(Buffer.from(svg)).toColourspace('b-w').removeAlpha().raw().toBuffer())];
  // Every row of tiles has the same columns.
  const columns = new Set(Array.from(inside.matchAll(/translate\(([\d.]+) /g), ([, x]) => x)).size;
  return { lightness, columns };
}

it.each(['one', 'two', 'three', 'four'])('a band goes from tile to tile without a seam (%s)', async (key) => {
  const { lightness, columns } = await drawOnCard(key);
  expect(lightness).toHaveLength(CARD * CARD);
  const at = (x: number, y: number) => lightness[y * CARD + x] ?? 0;
  const edges = Array.from({ length: columns - 1 }, (_, tile) => Math.round((CARD / columns) * (tile + 1)));
  const seams = edges.flatMap((edge) =>
    Array.from({ length: CARD }, (_, y) => y).filter((y) => {
      const isInside = [-3, 3].every((step) => [-2, 0, 2].every((down) => at(edge + step, y + down) < BLACK));
      return isInside && [-1, 0, 1].some((step) => at(edge + step, y) > BLACK);
    }),
  );
  expect(seams).toEqual([]);
});
