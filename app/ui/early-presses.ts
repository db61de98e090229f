/** Dispatched on the document once the page reacts to presses, and on a form's submit button once that form does. */
export const ALIVE = 'alive';

/**
 * Whatever is pressed before React is there is repeated once it is, and so is leaving a field or opening a menu. A form may
 * hydrate later than its page. This function runs at the end of every page, before the page's scripts, and is written
 * into the page as source text, so it must not use anything from outside.
 */
export function keepPresses(alive: string): void {
  // After this long, the browser follows a pressed link itself.
  const LINK_WAITS_MS = 500;
  // React may recover from an error, and then reports it all the same.
  const RECOVERY_MS = 2000;
  const pressed = new Set<HTMLElement>();
  const left = new Set<Element>();
  // Until now nothing held presses back, and the browser would have put what was typed into the page's address.
  const unready = new Set(document.querySelectorAll<HTMLButtonElement>('[type=submit]:disabled'));
  for (const button of unready) button.disabled = false;
  let isAlive = false;

  const noteFailure = (event: Event) => {
    if (event.target instanceof HTMLScriptElement && event.target.type === 'module') giveUp();
    else if (isOfOwnScript(event)) setTimeout(() => isAlive || giveUp(), RECOVERY_MS);
  };
  const isOfOwnScript = (event: Event) => {
    const own = `${location.origin}/assets/`;
    if (event instanceof PromiseRejectionEvent) return String(event.reason?.stack).includes(own);
    return event instanceof ErrorEvent && event.filename.startsWith(own);
  };
  const giveUp = () => {
    for (const button of unready) button.disabled = true;
    unready.clear();
    isAlive = true;
    letGo();
  };
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[href^="/"]') : null;
    // The browser itself opens menus, closes notices, and follows links to another tab or another site.
    if (!control || control.matches('[popovertarget], [data-close], [target], [download]')) return;
    if (isAlive && !isUnready(control)) return;
    // A form that works without scripts is sent at once: they may never come.
    const form = control instanceof HTMLButtonElement && control.type === 'submit' ? control.form : null;
    if (form && !isUnready(control) && !needsScripts(form)) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // React may have hydrated meanwhile and would handle it a second time.
    event.stopPropagation();
    // The browser, too, goes where it was told last.
    if (control.matches('a')) for (const link of pressed) if (link.matches('a')) forget(link);
    control.dataset['pressed'] = '';
    pressed.add(control);
    if (control.matches('a')) setTimeout(follow, LINK_WAITS_MS, control);
  };
  const needsScripts = (form: HTMLFormElement) => !form.hasAttribute('action') && form.method !== 'post';
  // The browser itself would put what was typed into the page's address, and lose it.
  const keepTyped = (event: SubmitEvent) => {
    if (event.target instanceof HTMLFormElement && needsScripts(event.target)) event.preventDefault();
  };
  const forget = (control: HTMLElement) => {
    delete control.dataset['pressed'];
    return pressed.delete(control);
  };
  const follow = (link: HTMLElement) => {
    if (!forget(link)) return;
    removeEventListener('click', hold, true);
    link.click();
    addEventListener('click', hold, true);
  };
  const noteLeft = ({ target }: FocusEvent) => {
    if (!(target instanceof Element && target.matches('input, select, textarea'))) return;
    if (!isAlive || isOfUnreadyForm(target)) left.add(target);
  };
  // A browser restores what was in a field before a reload without a word: nobody has typed that here.
  const noteTyped = ({ target }: Event) => {
    if (!isAlive && target instanceof HTMLElement) target.dataset['typed'] = '';
  };
  const isUnready = (control: Element) => control instanceof HTMLButtonElement && unready.has(control);
  const isOfUnreadyForm = (field: Element) => [...unready].some((button) => button.form?.contains(field));
  const letGo = () => {
    if (unready.size === 0) {
      removeEventListener('click', hold, true);
      removeEventListener('focusout', noteLeft, true);
      document.removeEventListener(alive, noteAlive);
    }
    for (const field of [...left].filter((one) => !isOfUnreadyForm(one))) {
      left.delete(field);
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
    for (const control of [...pressed].filter((one) => !isUnready(one))) {
      forget(control);
      control.click();
    }
  };
  const noteAlive = ({ target }: Event) => {
    if (target instanceof HTMLButtonElement) unready.delete(target);
    else isAlive = true;
    if (!isAlive) return;
    removeEventListener('input', noteTyped, true);
    if (target === document)
      for (const open of document.querySelectorAll(':popover-open'))
        open.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
    letGo();
  };

  // The error of an element does not bubble.
  addEventListener('error', noteFailure, true);
  addEventListener('unhandledrejection', noteFailure);
  addEventListener('click', hold, true);
  addEventListener('focusout', noteLeft, true);
  addEventListener('input', noteTyped, true);
  addEventListener('submit', keepTyped);
  addEventListener('pagehide', () => pressed.forEach(forget));
  document.addEventListener(alive, noteAlive);
}
