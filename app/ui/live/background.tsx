import { useEffect } from 'react';
import { useDeferredFonts } from '../deferred-fonts.ts';
import { background } from './background-work.ts';
import { keepShown } from './keep-shown.ts';
import { usePrefetch } from './prefetched.ts';
import { useLive } from './use-live.ts';

/** What an open page does by itself. Nothing of it is seen, and it begins when the page is idle. */
export function Background() {
  useEffect(() => {
    background.load = keepShown;
  }, []);
  usePrefetch();
  useLive();
  useDeferredFonts();
  return null;
}
