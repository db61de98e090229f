import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** The buttons above a screen's tables, and how many rows are ticked. */
export function TableToolbar({ selected, children }: { selected: number; children: ReactNode }) {
  return (
    <div className={styles.toolbar} data-selected={selected > 0 || undefined}>
      {children}
      <output className={styles.count}>{selected > 0 && `${selected} selected`}</output>
    </div>
  );
}
