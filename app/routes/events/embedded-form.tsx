import { useEffect, useState } from 'react';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './sign-up-section.module.css';

/** Which sites a page may frame is settled as its document loads: whoever came without a load gets the document anew. */
export function EmbeddedForm({ src, title }: { src: string; title: string }) {
  const [isAllowed] = useState(() => typeof window === 'undefined' || wasLoadedHere());
  useEffect(() => {
    if (!isAllowed) window.location.reload();
  }, [isAllowed]);
  if (!isAllowed) return <Spinner label="Loading the sign-up form" />;
  return (
    <div className={styles.embedded}>
      <iframe className={styles.frame} src={src} title={title} height={500} loading="lazy" />
      {/* Where the frame stays empty, nothing on this page can know it. */}
      <p>
        <SmartLink to={src}>Open the form in a new tab</SmartLink>
      </p>
    </div>
  );
}

function wasLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document === undefined || new URL(document.name).pathname === window.location.pathname;
}
