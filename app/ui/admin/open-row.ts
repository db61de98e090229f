import type { KeyboardEvent, MouseEvent as Press } from 'react';

type Modifiers = Pick<Press, 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What can be pressed itself keeps its own meaning, and selecting a text is no press. */
export function openPressedRow(event: Press<HTMLTableElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label')) return;
  if (getSelection()?.isCollapsed !== false) openRow(target, event);
}

/** Space ticks a row's box, Enter opens its row. */
export function openRowOnEnter(event: KeyboardEvent<HTMLTableElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof Element) || !target.matches('[type=checkbox]')) return;
  event.preventDefault();
  openRow(target, event);
}

function openRow(within: Element, { ctrlKey, metaKey, shiftKey }: Modifiers): void {
  const row = within.closest('tbody tr');
  const opener = row?.querySelector('th a') ?? row?.querySelector('[data-edit]');
  opener?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
