import { Download } from './icons.tsx';
import type { ReactNode } from 'react';
import styles from './download-bar.module.css';

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
