import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import * as styles from './data-table.module.css';
import type { Selection } from './use-selection.ts';

export function TableToolbar({ selected, children }: { selected?: number; children: ReactNode }) {
  return (
    <div className={styles.toolbar} data-selected={selected ? true : undefined}>
      {children}
      {selected !== undefined && <output className={styles.count}>{selected > 0 && `${selected} selected`}</output>}
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
