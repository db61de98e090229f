let appliedAt: number | undefined;

/**
 * Uses the fonts that came after the first paint. The browser does without them (`font-display: optional`), so that no line
 * breaks anew while it is read: call this where nothing is. It takes them when it reads the styles anew.
 */
export function applyDeferredFonts(): void {
  const shownAt = appliedAt ?? performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
  if (!fonts.some(({ startTime, duration }) => startTime + duration > shownAt)) return;
  appliedAt = performance.now();
  const sheets = Array.from(document.styleSheets).filter(({ disabled }) => !disabled);
  for (const sheet of sheets) sheet.disabled = true;
  document.body.getBoundingClientRect();
  for (const sheet of sheets) sheet.disabled = false;
}
