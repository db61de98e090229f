import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** One column of a DataTable. */
export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
}

/** The class of a column's cells. */
export function cellClass({ end }: Pick<Column<never>, 'end'>): string | undefined {
  return end ? styles.end : undefined;
}
