import { useEffect, useSyncExternalStore } from 'react';

const KEPT = 'clubroom.draws';
/** The oldest are forgotten first. */
const MOST_KEPT = 20;

type Seen = Record<string, string>;

/**
 * Which fingerprint this browser was shown first, so that it notices another one later: nobody else keeps it, and it is sent
 * nowhere (docs/privacy.md). undefined until the page is alive, and where none was seen before.
 */
export function useSeenFingerprint(eventKey: string, hash: string | null, isDrawn: boolean): string | undefined {
  const text = useSyncExternalStore(followNothing, stored, () => null);
  const seen = parse(text)[eventKey];
  useEffect(() => {
    const all = parse(stored());
    if (hash === null || isDrawn || all[eventKey] !== undefined) return;
    write(Object.fromEntries([...Object.entries(all), [eventKey, hash]].slice(-MOST_KEPT)));
  }, [eventKey, hash, isDrawn]);
  return seen;
}

const followNothing = () => () => {};

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function parse(text: string | null): Seen {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    const all = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

function write(seen: Seen): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing compares nothing.
  }
}
