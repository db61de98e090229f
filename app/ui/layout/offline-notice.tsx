import { useEffect, useRef, useState } from 'react';
import { announce } from '../announcer.tsx';
import { useOnline } from '../use-online.ts';
import * as styles from './offline-notice.module.css';

const OFFLINE = 'You are offline. What you see may be out of date.';
const CANNOT_OPEN = 'You are offline. That page can be opened once you are back online.';

/** While offline, no link leads away: the browser's own error page would replace what is typed here. */
export function OfflineNotice() {
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  const [hasTried, setTried] = useState(false);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce('You are back online.');
    wasOnline.current = isOnline;
    if (isOnline) return undefined;
    const stay = (event: MouseEvent) => {
      if (!leadsAway(event)) return;
      event.preventDefault();
      event.stopPropagation();
      // An open popover would cover the notice too.
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover();
      setTried(true);
    };
    addEventListener('click', stay, true);
    return () => {
      removeEventListener('click', stay, true);
      setTried(false);
    };
  }, [isOnline]);
  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.notice} data-held={hasTried}>
          {hasTried ? CANNOT_OPEN : OFFLINE}
        </p>
      )}
    </div>
  );
}

function leadsAway({ target }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
