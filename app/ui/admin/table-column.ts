import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** One column of a DataTable. */
export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
  /** Left out on a phone: what the row can be told without. */
  wideOnly?: boolean;
}

/** The class of a column's cells. */
export function cellClass({ end, wideOnly }: Pick<Column<never>, 'end' | 'wideOnly'>): string {
  return [end && styles.end, wideOnly && styles.wideOnly].filter(Boolean).join(' ');
}
