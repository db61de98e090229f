/**
 * Identifies a notice to the browsers that closed it, in letters and digits. FNV-1a is enough: somebody who makes
 * another text with the same digest only hides their own.
 */
export function digestOfText(text: string): string {
  let digest = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  }
  return digest.toString(36);
}

/**
 * Runs in every page's head, before its styles: a notice that was closed in this browser is never painted, and closing
 * one works before hydration. The function is written into the page as source text, so it must not use anything from
 * outside.
 */
export function followClosing(): void {
  const NAME = 'closed-notice';
  const sheet = new CSSStyleSheet();
  const hide = (digest: string) => {
    const rule = /^\w+$/.test(digest) ? `[data-notice="${digest}"]{display:none!important}` : '';
    sheet.replaceSync(`[data-close]{display:grid!important}${rule}`);
  };
  let closed = '';
  try {
    closed = localStorage.getItem(NAME) ?? '';
  } catch {
    // If the browser stores nothing, the notice shows on every page.
  }
  hide(closed);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-close]') : null;
    const digest = button?.dataset['close'];
    if (digest === undefined) return;
    hide(digest);
    try {
      localStorage.setItem(NAME, digest);
    } catch {
      // It stays closed until the next page.
    }
    document.querySelector('main')?.focus({ preventScroll: true });
  });
}
