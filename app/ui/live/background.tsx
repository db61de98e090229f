import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useDeferredFonts } from '../deferred-fonts.ts';
import { usePrefetch } from './prefetched.ts';
import { useLive } from './use-live.ts';

/** What an open page does by itself. Nothing of it is seen, and it begins when the page is idle. */
export function Background() {
  usePrefetch();
  useLive();
  useDeferredFonts();
  useNoFormerPreview();
  return null;
}

/** The tags of the page that was loaded say nothing of the next ones, which need none: a preview is made of what the server sends. */
function useNoFormerPreview(): void {
  const { pathname } = useLocation();
  const loaded = useRef(pathname);
  useEffect(() => {
    if (pathname === loaded.current) return;
    for (const tag of document.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')) tag.remove();
  }, [pathname]);
}
