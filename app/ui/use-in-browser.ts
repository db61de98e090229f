import { useSyncExternalStore } from 'react';

const followNothing = () => () => {};

/** What only the browser knows, and what does not change while a page is open; until the page is alive, `before`. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(followNothing, read, () => before);
}
