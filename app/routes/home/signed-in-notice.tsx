import { useState } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import * as styles from '../../ui/layout/offline-notice.module.css';
import { SIGN_IN_BEGUN } from '../../ui/sign-in-channel.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';

/** For people who have just signed in and have no role: they land on this page and would not know why. */
export function SignedInNotice() {
  const [hasJustSignedIn] = useState(readMarkOnce);
  const isShown = useInBrowser(hasJustSignedIn, false);
  return (
    <div role="status" className={styles.place}>
      {isShown && (
        <p className={styles.notice}>
          You are signed in, but your account has no role here. An Admin of the club can give it one.
        </p>
      )}
    </div>
  );
}

/** Reads and removes the mark of a sign-in, so that it counts only on the first page afterwards. */
function readMarkOnce(): () => boolean {
  let isMarked: boolean | undefined;
  return () => {
    isMarked ??= readItem('sessionStorage', SIGN_IN_BEGUN) !== null;
    writeItem('sessionStorage', SIGN_IN_BEGUN, null);
    return isMarked;
  };
}
