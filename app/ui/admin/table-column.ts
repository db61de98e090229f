import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
}

export function cellClass({ end }: Pick<Column<never>, 'end'>): string | undefined {
  return end ? styles.end : undefined;
}
