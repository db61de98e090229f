/** Where the focus goes when what had it is gone. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
