/** Where the focus goes when what had it is gone: to the title of the dialog that is open, or else to the main content. */
export function focusMain(): void {
  const title = [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1);
  (title ?? document.querySelector('main'))?.focus({ preventScroll: true });
}
