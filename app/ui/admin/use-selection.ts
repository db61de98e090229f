import { useState } from 'react';

export interface Selection {
  /** In the order of the rows; keys of rows that have gone meanwhile are left out. */
  keys: string[];
  names: string[];
  has: (key: string) => boolean;
  setAll: (keys: readonly string[], ticked: boolean) => void;
  clear: () => void;
  /** What is asked to be removed, as it was ticked then. */
  removing: Pick<Selection, 'keys' | 'names'> | undefined;
  /** Asks whether to remove what is ticked; of nothing, `key` is ticked first. */
  askRemoval: (key?: string) => void;
  /** Asks of this one, whatever is ticked. */
  removeOne: (row: { key: string }) => void;
  stopRemoving: () => void;
}

/** `rows`: everything that the screen lists. */
export function useSelection<Row extends { key: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<Selection['removing']>();
  const listed = (keys: ReadonlySet<string>) => {
    const chosen = rows.filter(({ key }) => keys.has(key));
    return { keys: chosen.map(({ key }) => key), names: chosen.map(nameOf) };
  };
  const now = listed(ticked);
  return {
    ...now,
    has: (key) => ticked.has(key),
    setAll: (keys, isOn) =>
      setTicked((before) => (isOn ? new Set([...before, ...keys]) : before.difference(new Set(keys)))),
    clear: () => setTicked(new Set()),
    removing,
    askRemoval(key) {
      if (now.keys.length > 0) return setRemoving(now);
      if (key === undefined) return;
      setTicked(new Set([key]));
      setRemoving(listed(new Set([key])));
    },
    removeOne: ({ key }) => setRemoving(listed(new Set([key]))),
    stopRemoving: () => setRemoving(undefined),
  };
}
