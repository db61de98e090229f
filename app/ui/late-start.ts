/** The type of scripts that wait for `startLate`: browsers do not run them. */
export const LATE = 'text/late';

/**
 * The scripts of a cached page, and their data, would delay its first paint: this function starts them once the page has
 * loaded, or as soon as somebody touches it. It runs at the end of every page, before the page's scripts, and is written
 * into the page as source text, so it must not use anything from outside.
 */
export function startLate(late: string): void {
  const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'];
  const WHEN_LOADED_MS = 5000;
  // What the browser has drawn is on the screen some frames later.
  const SHOWN_WITHIN_MS = 100;

  const begin = () => {
    // The scripts and the data that they read are at the end of the page.
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
    script.remove();
    run(`script[type="${late}"]`);
    document.body.append(module);
  };
  const run = (waiting: string) => {
    for (const one of document.querySelectorAll<HTMLScriptElement>(waiting))
      one.replaceWith(Object.assign(document.createElement('script'), { text: one.text }));
  };
  // A browser also reports a pointer that merely rests where the page appears.
  const beginTouched = (event: Event) => {
    if (!(event instanceof PointerEvent && event.type === 'pointermove') || event.movementX || event.movementY) begin();
  };
  // A page that needs nothing more fires `load` before it is painted.
  const beginPainted = () => requestAnimationFrame(() => setTimeout(begin, SHOWN_WITHIN_MS));

  // A page that is opened for the first time has no place to scroll back to, and looking for one delays its first paint.
  if (history.state?.key) run(`script[type="${late}"][data-again]`);
  for (const sign of SIGNS) addEventListener(sign, beginTouched, { capture: true, passive: true });
  addEventListener('load', beginPainted);
  const timer = setTimeout(begin, WHEN_LOADED_MS);
}

/**
 * A browser may show the page again on the way back. WebKit would scroll it only after the router has taken that over,
 * and so not at all. Written into the page like `startLate`.
 */
export function keepPlace(): void {
  let place: [x: number, y: number] = [0, 0];
  addEventListener('pagehide', () => (place = [scrollX, scrollY]));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo(...place);
  });
}
