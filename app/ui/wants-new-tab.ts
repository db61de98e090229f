import type { MouseEvent } from 'react';

/** The browser opens a link in a new tab or window for these keys, so a page does nothing of its own then. */
export function wantsNewTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}
