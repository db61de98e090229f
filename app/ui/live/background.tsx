import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useDeferredFonts } from '../deferred-fonts.ts';
import { usePrefetch } from './prefetched.ts';
import { useLive } from './use-live.ts';

/** What an open page does in the background, from when it is idle. It draws nothing. */
export function Background() {
  usePrefetch();
  useLive();
  useDeferredFonts();
  useWithoutPreviewTags();
  return null;
}

/**
 * Removes the first page's preview tags on the way to the next. Later pages need none, since previews use what the
 * server sends.
 */
function useWithoutPreviewTags(): void {
  const { pathname } = useLocation();
  const firstPath = useRef(pathname);
  useEffect(() => {
    if (pathname === firstPath.current) return;
    for (const tag of document.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')) tag.remove();
  }, [pathname]);
}
