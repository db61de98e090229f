/** Dispatched on the document once the page reacts to whatever is pressed. */
export const ALIVE = 'alive';
/** The type of a script that waits for `startLate`: browsers leave it alone. */
export const LATE = 'text/late';

/**
 * Stands at the end of every cached page, behind its scripts, which would hold up what is painted first: it begins them when
 * the page has loaded, or as soon as somebody touches it. What is pressed before they are there is pressed again when they
 * are, a field that was left is left again, and a menu that was opened tells so again. It is written into the page as it
 * stands here: it uses nothing from outside itself.
 */
export function startLate(alive: string, late: string): void {
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  const WHEN_LOADED_MS = 5000;
  // The browser follows it too, which takes no longer than that.
  const LINK_WAITS_MS = 500;
  const script = document.querySelector<HTMLScriptElement>(`script[type="${late}"]`);
  if (!script) return;
  const pressed = new Set<HTMLElement>();
  const left = new Set<Element>();

  const begin = () => {
    if (!script.isConnected) return;
    for (const sign of SIGNS) removeEventListener(sign, beginTouched, true);
    removeEventListener('load', beginPainted);
    clearTimeout(timer);
    for (const href of (script.dataset['files'] ?? '').split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    const module = Object.assign(document.createElement('script'), { type: 'module', text: script.text });
    module.onerror = letGo;
    script.replaceWith(module);
  };
  // A browser tells of the pointer that rests where the page appears.
  const beginTouched = (event: Event) => {
    if (!(event instanceof PointerEvent && event.type === 'pointermove') || event.movementX || event.movementY) begin();
  };
  // A page that needs nothing more has loaded before it is painted.
  const beginPainted = () => requestAnimationFrame(() => setTimeout(begin));
  const hold = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[href^="/"]') : null;
    // The browser itself opens a menu, sends a form, and closes a notice; it follows a link into another tab or out of here.
    if (!control || control.matches('[popovertarget], [data-close], [target], [download], :not([type=button], a)'))
      return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // React may have come meanwhile, and would do it once more.
    event.stopPropagation();
    begin();
    control.dataset['pressed'] = '';
    pressed.add(control);
    if (control.matches('a')) setTimeout(letGo, LINK_WAITS_MS);
  };
  const noteLeft = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches('input, select, textarea')) left.add(target);
  };
  const letGo = () => {
    removeEventListener('click', hold, true);
    removeEventListener('focusout', noteLeft, true);
    for (const open of document.querySelectorAll(':popover-open'))
      open.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }));
    for (const field of left) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    left.clear();
    for (const control of pressed) {
      delete control.dataset['pressed'];
      control.click();
    }
    pressed.clear();
  };

  for (const sign of SIGNS) addEventListener(sign, beginTouched, { capture: true, passive: true });
  addEventListener('load', beginPainted);
  const timer = setTimeout(begin, WHEN_LOADED_MS);
  addEventListener('click', hold, true);
  addEventListener('focusout', noteLeft, true);
  document.addEventListener(alive, letGo);
}
