import type { KeyboardEvent } from 'react';

/** False for an Enter that confirms a word of an input method, and with Ctrl or ⌘. */
export function isEnter({ key, nativeEvent, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && !ctrlKey && !metaKey;
}

/**
 * In a long form, Enter alone moves to the next field: saving from the first one would publish something half typed.
 */
export function onEnterKey(event: KeyboardEvent<HTMLFormElement>, isLong: boolean): void {
  const { currentTarget: form, target } = event;
  // A dialog opened over the form is not part of it.
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== form.closest('dialog')) return;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return;
  const save = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!isEnter(event)) {
    event.preventDefault();
    if (save) form.requestSubmit(save);
  } else if (isLong && isOneLine(target)) {
    event.preventDefault();
    nextField(form, target)?.focus();
  }
}

/** The fields in which a browser would submit the form on Enter. */
function isOneLine(element: HTMLElement): boolean {
  return element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && element.type !== 'file');
}

function nextField(form: HTMLFormElement, from: HTMLElement): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && isAfter(element, from) && canTakeFocus(element) && !isSameGroup(element, from),
  );
}

function isAfter(element: HTMLElement, from: HTMLElement): boolean {
  return (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function canTakeFocus(element: HTMLElement): boolean {
  if (element.matches(':disabled, [tabindex="-1"], [type=hidden], fieldset, output, button:not([type=submit])'))
    return false;
  return !element.closest('[inert]') && element.checkVisibility();
}

function isSameGroup(element: HTMLElement, from: HTMLElement): boolean {
  const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
  return isRadio && from instanceof HTMLInputElement && from.type === 'radio' && element.name === from.name;
}
