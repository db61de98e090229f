/** Names a notice to the browsers that closed it: letters and digits. FNV-1a: who makes another text of the same digest hides their own. */
export function digestOfText(text: string): string {
  let digest = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  }
  return digest.toString(36);
}

/**
 * Stands in every page's head, before its styles: a notice that was closed in this browser is never painted, and what closes
 * one works before the page is alive. It is written into the page as it stands here: it uses nothing from outside itself.
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
    // A browser that stores nothing shows it on every page.
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
      // It is closed until the next page.
    }
    document.querySelector('main')?.focus({ preventScroll: true });
  });
}
