/**
 * Runs in every page's head. On a fast line the fonts are there with the first paint. On a slow one the browser would hold
 * that paint back for them, so they are left to the style sheet, which asks for them later. The function is written into the
 * page as source text, so it must not use anything from outside.
 */
export function preloadFonts(hrefs: string[]): void {
  // Counted from the start of the navigation, so it includes the time to connect.
  const SLOW_MS = 200;
  if (performance.now() > SLOW_MS) return;
  for (const href of hrefs) {
    const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href };
    document.head.append(Object.assign(document.createElement('link'), font));
  }
}
