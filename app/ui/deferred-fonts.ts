import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

let appliedAt: number | undefined;

/**
 * Uses the fonts that came after the first paint. The browser does without them (`font-display: optional`), so that no line
 * breaks anew while it is read: call this where nothing is. It takes them when all fonts are announced once more.
 */
export function applyDeferredFonts(): void {
  const shownAt = appliedAt ?? performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  const isLate = performance
    .getEntriesByType('resource')
    .some(({ name, startTime, duration }) => name.endsWith('.woff2') && startTime + duration > shownAt);
  if (!isLate) return;
  appliedAt = performance.now();
  const fonts = new CSSStyleSheet();
  for (const sheet of document.styleSheets) {
    // Others, such as an extension's, may not be read.
    if (sheet.href && !sheet.href.startsWith(`${origin}/`)) continue;
    for (const { cssText } of sheet.cssRules) if (cssText.startsWith('@font-face')) fonts.insertRule(cssText);
  }
  document.adoptedStyleSheets = [fonts];
}

/** With each page that comes without loading the document. */
export function useDeferredFonts(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) applyDeferredFonts();
    shown.current = pathname;
  }, [pathname]);
}
