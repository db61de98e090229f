import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import styles from './data-table.module.css';
import type { Selection } from './use-selection.ts';

/** The buttons above a screen's tables and, where rows can be ticked, how many are. */
export function TableToolbar({ selected, children }: { selected?: number; children: ReactNode }) {
  return (
    <div className={styles.toolbar} data-selected={selected ? true : undefined}>
      {children}
      {selected !== undefined && <output className={styles.count}>{selected > 0 && `${selected} selected`}</output>}
      {Boolean(selected) && (
        <p className={styles.keys}>
          <kbd>Delete</kbd> removes
        </p>
      )}
    </div>
  );
}

/** Asks to remove what is ticked; in a row the Delete key does the same (see DataTable). */
export function RemoveButton({ selection, children }: { selection: Selection; children: ReactNode }) {
  return (
    <Button
      quiet
      disabled={selection.keys.length === 0}
      aria-keyshortcuts="Delete"
      onClick={() => selection.askRemoval()}
    >
      {children}
    </Button>
  );
}
