import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './download-bar.module.css';

/** Above a table of answers: the file with all of them, and what there is to say of their number. */
export function DownloadBar({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <a href={href} download className={styles.download}>
        <Download aria-hidden size={20} strokeWidth={1.75} />
        Download CSV
      </a>
      {children}
    </div>
  );
}
