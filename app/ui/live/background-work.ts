import type { DataStrategyResult } from 'react-router';

export type Results = Record<string, DataStrategyResult>;

interface BackgroundWork {
  /** Requests a page before its link is pressed: its scripts, and its data unless the route has a clientLoader. */
  prefetch: (page: string) => void;
  hasArrived: (page: string) => boolean;
  /** Called when something has been changed, or may have been. */
  forgetPrefetched: () => void;
  /** The prefetched data of `page`, given out once; undefined if there is none or it could not be loaded. */
  takePrefetched: (page: string) => Promise<Results | undefined>;
}

const waitingPages = new Set<string>();

/**
 * What background.tsx does for the rest of the page. Until that is loaded, pages to prefetch wait here, and the router
 * works alone.
 */
export const background: BackgroundWork = {
  prefetch: (page) => waitingPages.add(page),
  hasArrived: () => false,
  forgetPrefetched: () => undefined,
  takePrefetched(page) {
    waitingPages.delete(page);
    return Promise.resolve(undefined);
  },
};

export function beginWork(work: BackgroundWork): void {
  Object.assign(background, work);
  for (const page of waitingPages) work.prefetch(page);
  waitingPages.clear();
}
