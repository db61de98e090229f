const ASKED = 'clubroom.past-events';

let asked = false;

/** Remembers, for this browser's session, that the visitor has asked for past events (product.md 4). */
export function noteAsked(): void {
  asked = true;
  try {
    sessionStorage.setItem(ASKED, 'yes');
  } catch {
    // Where the browser keeps nothing for this site, it is remembered until the page is loaded anew.
  }
}

export function wasAsked(): boolean {
  try {
    return asked || sessionStorage.getItem(ASKED) !== null;
  } catch {
    return asked;
  }
}
