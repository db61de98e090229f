import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

let appliedAt: number | undefined;
/** The sheet that declared all fonts once more the last time. */
let fontSheet: CSSStyleSheet | undefined;

/**
 * Uses the fonts that arrived after the first paint. The browser ignores them (`font-display: optional`), so that lines
 * do not break anew while somebody reads; call this only when nobody does. The browser picks them up when all fonts are
 * declared once more.
 */
export function applyDeferredFonts(): void {
  const shownAt = appliedAt ?? performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  const isLate = performance
    .getEntriesByType('resource')
    .some(({ name, startTime, duration }) => name.endsWith('.woff2') && startTime + duration > shownAt);
  if (!isLate) return;
  appliedAt = performance.now();
  const next = new CSSStyleSheet();
  for (const sheet of document.styleSheets) {
    // Style sheets of other origins, such as an extension's, cannot be read.
    if (sheet.href && !sheet.href.startsWith(`${origin}/`)) continue;
    for (const { cssText } of sheet.cssRules) if (cssText.startsWith('@font-face')) next.insertRule(cssText);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== fontSheet), next];
  fontSheet = next;
}

const QUIET_MS = 2000;

/** Calls `act` once the page is loaded and nobody has touched it for a while. */
function whenQuiet(act: () => void): () => void {
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  const wait = () => {
    clearTimeout(timer);
    if (document.readyState !== 'complete') return;
    timer = setTimeout(() => {
      stop();
      act();
    }, QUIET_MS);
  };
  for (const kind of ['load', 'scroll', 'pointerdown', 'keydown'])
    addEventListener(kind, wait, { passive: true, signal: listening.signal });
  wait();
  return stop;
}

/** Applies them at the first quiet moment, and right after each page that comes without loading the document. */
export function useDeferredFonts(): void {
  useEffect(() => whenQuiet(applyDeferredFonts), []);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // A font lays out the whole page once more, and a slow phone would show the page only after that.
    const frame = requestAnimationFrame(() => setTimeout(applyDeferredFonts));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
