import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** The buttons above a screen's tables and, where rows can be ticked, how many are. */
export function TableToolbar({ selected, children }: { selected?: number; children: ReactNode }) {
  return (
    <div className={styles.toolbar} data-selected={selected ? true : undefined}>
      {children}
      {selected !== undefined && <output className={styles.count}>{selected > 0 && `${selected} selected`}</output>}
    </div>
  );
}
