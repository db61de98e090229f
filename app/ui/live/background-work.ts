import type { DataStrategyResult } from 'react-router';

export type Results = Record<string, DataStrategyResult>;

interface BackgroundWork {
  /** Requests a page before its link is pressed: its scripts, and its data where no script of its own loads them. */
  prefetch: (page: string) => void;
  hasArrived: (page: string) => boolean;
  /** Called where something has been changed, or may have been. */
  forgetPrefetched: () => void;
  /** What was prefetched of `page`, once; undefined where nothing was, or it could not be had. */
  takePrefetched: (page: string) => Promise<Results | undefined>;
}

const wanted = new Set<string>();

/** What background.tsx does for the rest of the page. Until that is loaded, pages that are wanted wait, and the router works alone. */
export const background: BackgroundWork = {
  prefetch: (page) => wanted.add(page),
  hasArrived: () => false,
  forgetPrefetched: () => undefined,
  takePrefetched(page) {
    wanted.delete(page);
    return Promise.resolve(undefined);
  },
};

export function beginWork(work: BackgroundWork): void {
  Object.assign(background, work);
  for (const page of wanted) work.prefetch(page);
  wanted.clear();
}
