import { useCallback, useMemo, useState } from 'react';

/** The rows that are ticked in one or more tables of a screen. */
export interface Selection {
  /** In the order of the rows; keys of rows that have gone meanwhile are left out. */
  keys: string[];
  /** What these rows are called, in the same order. */
  names: string[];
  has: (key: string) => boolean;
  /** The same function between renders. */
  toggle: (key: string) => void;
  /** Ticks or unticks all of `keys`. */
  setAll: (keys: readonly string[], ticked: boolean) => void;
  clear: () => void;
}

/**
 * What is ticked among `rows`: everything that the screen lists, in its order. Keep `nameOf` the same function between
 * renders.
 */
export function useSelection<Row extends { key: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setTicked((now) => withAll(now, [key], !now.has(key))), []);
  return useMemo(() => {
    const chosen = rows.filter(({ key }) => ticked.has(key));
    return {
      keys: chosen.map(({ key }) => key),
      names: chosen.map(nameOf),
      has: (key) => ticked.has(key),
      toggle,
      setAll: (some, on) => setTicked((now) => withAll(now, some, on)),
      clear: () => setTicked(new Set()),
    };
  }, [rows, nameOf, ticked, toggle]);
}

function withAll(now: ReadonlySet<string>, keys: readonly string[], ticked: boolean): ReadonlySet<string> {
  const next = new Set(now);
  for (const key of keys) {
    if (ticked) next.add(key);
    else next.delete(key);
  }
  return next;
}
