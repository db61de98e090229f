import { Download } from './icons.tsx';
import type { ReactNode } from 'react';
import styles from './download-bar.module.css';

/** Above a table of answers: the file with all of them, and what there is to say of their number. */
export function DownloadBar({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <a href={href} download className={styles.download}>
        <Download size={20} />
        Download CSV
      </a>
      {children}
    </div>
  );
}
