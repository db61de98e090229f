import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import * as styles from './data-table.module.css';
import type { Selection } from './use-selection.ts';

interface TableToolbarProps {
  /** How many rows are ticked; left out where none can be. */
  selected?: number;
  /** What can be done with the ticked rows. On a phone it stays in sight while the rest scrolls away. */
  forTicked?: ReactNode;
  children: ReactNode;
}

export function TableToolbar({ selected, forTicked, children }: TableToolbarProps) {
  return (
    <div className={styles.toolbar} data-selected={selected === undefined ? undefined : true}>
      <div className={styles.always}>{children}</div>
      {selected !== undefined && (
        <div className={styles.forTicked}>
          {forTicked}
          <output className={styles.count}>{selected > 0 && `${selected} selected`}</output>
        </div>
      )}
    </div>
  );
}

export function RemoveButton({ selection, children }: { selection: Selection; children: ReactNode }) {
  const onKeyDown = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // On a Mac, the key called Delete is Backspace.
    if ((key !== 'Delete' && key !== 'Backspace') || !(target instanceof HTMLElement)) return;
    const isTyping = target.matches('input:not([type=checkbox]), textarea, select');
    if (!isTyping && !document.querySelector('dialog[open]')) selection.askRemoval(target.closest('tr')?.dataset.key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        quiet
        disabled={selection.keys.length === 0}
        aria-keyshortcuts="Delete"
        onClick={() => selection.askRemoval()}
      >
        {children}
      </Button>
      {selection.keys.length > 0 && (
        <p className={styles.keys}>
          <kbd>Delete</kbd> removes
        </p>
      )}
    </>
  );
}
