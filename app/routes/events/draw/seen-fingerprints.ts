import { useEffect, useSyncExternalStore } from 'react';
import { parseItem, readItem, writeItem } from '../../../ui/browser-storage.ts';

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
    const next = Object.fromEntries([...Object.entries(all), [eventKey, hash]].slice(-MOST_KEPT));
    writeItem('localStorage', KEPT, JSON.stringify(next));
  }, [eventKey, hash, isDrawn]);
  return seen;
}

const followNothing = () => () => {};

const stored = () => readItem('localStorage', KEPT);

function parse(text: string | null): Seen {
  const kept = parseItem(text);
  const all = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
