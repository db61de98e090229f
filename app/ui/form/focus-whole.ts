/** Focuses a field and shows all of it: WebKit brings no more into view than the line in which one types. */
export function focusWhole(field: HTMLElement): void {
  field.focus();
  field.scrollIntoView({ block: 'nearest' });
}
