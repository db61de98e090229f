import type { ReactNode } from 'react';
import * as styles from './page.module.css';

export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>{children}</div>;
}
