import { useSyncExternalStore } from 'react';

const followNothing = () => () => {};

/** Reads what only the browser knows and what stays the same while a page is open; before hydration, it is `before`. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(followNothing, read, () => before);
}
