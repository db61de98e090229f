/** Returns at least 0 and less than 1. */
export type Random = () => number;

/** Always gives the same numbers for the same text: FNV-1a into mulberry32. */
export function seeded(text: string): Random {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** From `low` up to, but not including, `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A whole number from `low` to `high`, both included. */
export function whole(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => make(index));
}
