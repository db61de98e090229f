export type Random = () => number;

/** A small seeded generator (mulberry32), so that every run draws the same pictures. */
export const seeded = (seed: number | string): Random => {
  let state =
    typeof seed === 'number'
      ? seed
      : [...seed].reduce((sum, c) => Math.imul(sum ^ c.charCodeAt(0), 16777619), 2166136261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** The item at an index that wraps around. */
export const nth = <T>(items: readonly [T, ...T[]], index: number): T =>
  items[((index % items.length) + items.length) % items.length] ?? items[0];

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
