import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { focusMain } from '../focus-main.ts';

interface FocusedControl {
  control: Element;
  beside: Element | null;
  row: Element;
  place: number;
}

/**
 * When the control that has the focus is gone, the focus moves to what stands beside it, or else to the row that takes the place of
 * its own; without rows, to the main content.
 */
export function useKeptFocus<List extends HTMLElement>(rows: readonly unknown[], rowSelector: string) {
  const list = useRef<List>(null);
  const last = useRef<FocusedControl>(undefined);
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest(rowSelector);
    last.current = row
      ? { control: target, beside: target.parentElement, row, place: rowsIn(list.current, rowSelector).indexOf(row) }
      : undefined;
  };
  useLayoutEffect(() => {
    if (!last.current || last.current.control.isConnected || document.activeElement !== document.body) return;
    const { beside, row, place } = last.current;
    const rowsNow = rowsIn(list.current, rowSelector);
    const next = row.isConnected ? row : rowsNow[Math.min(place, rowsNow.length - 1)];
    const control = (beside?.isConnected && controlIn(beside)) || controlIn(next);
    if (control) control.focus({ preventScroll: true });
    else focusMain();
  }, [rows, rowSelector]);
  return { list, onFocus };
}

function rowsIn(list: Element | null, selector: string): Element[] {
  return [...(list?.querySelectorAll(selector) ?? [])];
}

function controlIn(place: Element | undefined): HTMLElement | null | undefined {
  return place?.querySelector<HTMLElement>('[type=checkbox], button:enabled');
}
