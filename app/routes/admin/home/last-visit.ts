import { useEffect, useState } from 'react';
import { readItem, writeItem } from '../../../ui/browser-storage.ts';
import { useInBrowser } from '../../../ui/use-in-browser.ts';

const STORED_AT = 'clubroom.admin-home';

/** When this browser showed the admin home before; null until the page is alive, and for the first time. */
export function useLastVisit(now: number): number | null {
  const [readLast] = useState(createReader);
  const last = useInBrowser(readLast, null);
  useEffect(() => {
    writeItem('localStorage', STORED_AT, String(now));
  }, [now]);
  return last;
}

/** Reads once: this visit is stored soon. */
function createReader(): () => number | null {
  let last: number | null | undefined;
  return () => {
    if (last === undefined) last = Number(readItem('localStorage', STORED_AT)) || null;
    return last;
  };
}
