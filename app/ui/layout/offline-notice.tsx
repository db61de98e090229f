import { useOnline } from '../use-online.ts';
import styles from './offline-notice.module.css';

/** Says at the lower edge that the network is gone, for as long as it is. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.notice}>You are offline. What you see may be out of date.</p>}
    </div>
  );
}
