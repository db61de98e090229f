/** Dispatched on the document once the page reacts to whatever is pressed, and on the button of each form once that does. */
export const ALIVE = 'alive';
/** The type of a script that waits for `startLate`: browsers leave it alone. */
export const LATE = 'text/late';

/**
 * Stands at the end of every page, before its scripts. What is pressed before React is there is pressed again once it is, a
 * field that was left is left again, and an open menu reports again that it was opened. A form may come alive later than its
 * page. The scripts of a cached page, and the data that they read, would delay its first paint: this function starts them once
 * the page has loaded, or as soon as somebody touches it. Its source is written into the page, so it uses nothing from outside.
 */
export function startLate(alive: string, late: string): void {
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  const WHEN_LOADED_MS = 5000;
  // The browser follows it too, which takes no longer than that.
  const LINK_WAITS_MS = 500;
  const pressed = new Set<HTMLElement>();
  const left = new Set<Element>();
  // Nothing held until now what is pressed, and the browser would have written what was typed into the page's address.
  const unready = new Set(document.querySelectorAll<HTMLButtonElement>('[type=submit]:disabled'));
  for (const button of unready) button.disabled = false;
  let isAlive = false;

  const begin = () => {
    // The scripts and what they read stand at the page's end.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', begin);
      return;
    }
    for (const sign of SIGNS) removeEventListener(sign, beginTouched, true);
    removeEventListener('load', beginPainted);
    clearTimeout(timer);
    // A page for one visitor starts its scripts itself.
    const script = document.querySelector<HTMLScriptElement>(`script[type="${late}"][data-files]`);
    if (!script) return;
    for (const href of (script.dataset['files'] ?? '').split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    const module = Object.assign(document.createElement('script'), { type: 'module', text: script.text });
    for (const read of document.querySelectorAll<HTMLScriptElement>(`script[type="${late}"]`))
      if (read !== script) read.replaceWith(Object.assign(document.createElement('script'), { text: read.text }));
    script.replaceWith(module);
  };
  const giveUp = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement && target.type === 'module')) return;
    for (const button of unready) button.disabled = true;
    unready.clear();
    isAlive = true;
    letGo();
  };
  // A browser tells of the pointer that rests where the page appears.
  const beginTouched = (event: Event) => {
    if (!(event instanceof PointerEvent && event.type === 'pointermove') || event.movementX || event.movementY) begin();
  };
  // A page that needs nothing more has loaded before it is painted.
  const beginPainted = () => requestAnimationFrame(() => setTimeout(begin));
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[href^="/"]') : null;
    // The browser itself opens a menu and closes a notice; it follows a link into another tab or out of here.
    if (!control || control.matches('[popovertarget], [data-close], [target], [download]')) return;
    if (isAlive && !isUnready(control)) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // React may have come meanwhile, and would do it once more.
    event.stopPropagation();
    begin();
    control.dataset['pressed'] = '';
    pressed.add(control);
    if (control.matches('a')) setTimeout(follow, LINK_WAITS_MS, control);
  };
  const follow = (link: HTMLElement) => {
    if (!pressed.delete(link)) return;
    delete link.dataset['pressed'];
    removeEventListener('click', hold, true);
    link.click();
    addEventListener('click', hold, true);
  };
  const noteLeft = ({ target }: FocusEvent) => {
    if (!(target instanceof Element && target.matches('input, select, textarea'))) return;
    if (!isAlive || isOfUnreadyForm(target)) left.add(target);
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
      pressed.delete(control);
      delete control.dataset['pressed'];
      control.click();
    }
  };
  const noteAlive = ({ target }: Event) => {
    if (target instanceof HTMLButtonElement) unready.delete(target);
    else isAlive = true;
    if (!isAlive) return;
    if (target === document)
      for (const open of document.querySelectorAll(':popover-open'))
        open.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
    letGo();
  };

  for (const sign of SIGNS) addEventListener(sign, beginTouched, { capture: true, passive: true });
  addEventListener('load', beginPainted);
  // The error of an element does not bubble.
  addEventListener('error', giveUp, true);
  const timer = setTimeout(begin, WHEN_LOADED_MS);
  addEventListener('click', hold, true);
  addEventListener('focusout', noteLeft, true);
  document.addEventListener(alive, noteAlive);
}
