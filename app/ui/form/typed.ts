/** What was typed into one form, for the way back to it. */
export interface Typed {
  /** The form's name and its page's path. */
  place: string;
  /** The once-only key under which it may have been sent already. */
  once: string;
  values: [name: string, value: string][];
}

const ITEM = 'typed';
/** The last few forms of a tab, none of them longer than any message that is meant to be sent. */
const MOST_FORMS = 5;
const MOST_CHARACTERS = 30_000;

/** What was typed at `place` in this tab and has not been recorded. */
export function findTyped(place: string): Typed | undefined {
  return read().find((typed) => typed.place === place);
}

export function keepTyped(typed: Typed): void {
  const isTooLong = JSON.stringify(typed).length > MOST_CHARACTERS;
  write(isTooLong ? others(typed.place) : [typed, ...others(typed.place)].slice(0, MOST_FORMS));
}

export function forgetTyped(place: string): void {
  write(others(place));
}

function others(place: string): Typed[] {
  return read().filter((typed) => typed.place !== place);
}

/** Where the browser keeps nothing for this site, nothing is kept. */
function read(): Typed[] {
  try {
    return JSON.parse(sessionStorage.getItem(ITEM) ?? '[]');
  } catch {
    return [];
  }
}

function write(all: Typed[]): void {
  try {
    if (all.length > 0) sessionStorage.setItem(ITEM, JSON.stringify(all));
    else sessionStorage.removeItem(ITEM);
  } catch {
    // Not kept.
  }
}
