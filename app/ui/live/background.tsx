import { useDeferredFonts } from '../deferred-fonts.ts';
import { usePrefetch } from './prefetched.ts';
import { useLive } from './use-live.ts';

/** What an open page does by itself. Nothing of it is seen, and it begins when the page is idle. */
export function Background() {
  usePrefetch();
  useLive();
  useDeferredFonts();
  return null;
}
