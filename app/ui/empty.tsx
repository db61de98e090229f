import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** Said in a list's place while nothing is in it, with a way forward where there is one. */
export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}
