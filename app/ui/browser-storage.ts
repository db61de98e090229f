type Kind = 'localStorage' | 'sessionStorage';

/** null if nothing is stored, or if the browser stores nothing for this site. */
export function readItem(kind: Kind, name: string): string | null {
  try {
    return window[kind].getItem(name);
  } catch {
    return null;
  }
}

/** null removes it. Does nothing if the browser stores nothing for this site. */
export function writeItem(kind: Kind, name: string, text: string | null): void {
  try {
    if (text === null) window[kind].removeItem(name);
    else window[kind].setItem(name, text);
  } catch {
    // The browser stores nothing for this site.
  }
}
