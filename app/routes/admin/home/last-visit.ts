import { useEffect, useState } from 'react';
import { readItem, writeItem } from '../../../ui/browser-storage.ts';
import { useInBrowser } from '../../../ui/use-in-browser.ts';

const STORED_AT = 'clubroom.admin-home';

/** When this browser last showed the admin home; null until hydration, and on the first visit. */
export function useLastVisit(now: number): number | null {
  const [readLast] = useState(createReader);
  const last = useInBrowser(readLast, null);
  useEffect(() => {
    writeItem('localStorage', STORED_AT, String(now));
  }, [now]);
  return last;
}

/** Reads only once, because this visit is stored soon. */
function createReader(): () => number | null {
  let last: number | null | undefined;
  return () => {
    if (last === undefined) last = Number(readItem('localStorage', STORED_AT)) || null;
    return last;
  };
}
