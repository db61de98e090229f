import { useEffect, useRef } from 'react';
import { announce } from '../announce.ts';
import { useOnline } from '../use-online.ts';
import styles from './offline-notice.module.css';

/** Says at the lower edge that the network is gone, for as long as it is; that it goes away is said too. */
export function OfflineNotice() {
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce('You are back online.');
    wasOnline.current = isOnline;
  }, [isOnline]);
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.notice}>You are offline. What you see may be out of date.</p>}
    </div>
  );
}
