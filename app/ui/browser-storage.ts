type Kind = 'localStorage' | 'sessionStorage';

/** null where nothing is stored, and where the browser stores nothing for this site. */
export function readItem(kind: Kind, name: string): string | null {
  try {
    return window[kind].getItem(name);
  } catch {
    return null;
  }
}

/** null removes it. A browser that stores nothing for this site goes without. */
export function writeItem(kind: Kind, name: string, text: string | null): void {
  try {
    if (text === null) window[kind].removeItem(name);
    else window[kind].setItem(name, text);
  } catch {
    // As above.
  }
}
