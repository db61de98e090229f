import { useState } from 'react';

export interface Selection {
  /** In the order of the rows, without the keys of rows that are gone. */
  keys: string[];
  names: string[];
  has: (key: string) => boolean;
  setAll: (keys: readonly string[], ticked: boolean) => void;
  clear: () => void;
  /** The rows that the removal question is about, as they were ticked when it was asked. */
  removing: Pick<Selection, 'keys' | 'names'> | undefined;
  /** Asks whether to remove the ticked rows; if none is, ticks `key` first. */
  askRemoval: (key?: string) => void;
  /** Asks about this row alone, whatever is ticked. */
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
