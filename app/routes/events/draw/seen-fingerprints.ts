import { useEffect } from 'react';
import { readItem, writeItem } from '../../../ui/browser-storage.ts';
import { own } from '../../../domain/own.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { useInBrowser } from '../../../ui/use-in-browser.ts';

const STORED_AT = 'clubroom.draws';
/** The oldest are forgotten first. */
const MOST_STORED = 20;

type Seen = Record<string, string>;

/**
 * The fingerprint that this browser saw first, so that it notices a different one later. It stays in the browser
 * (docs/privacy.md). undefined until hydration, and if none was seen before.
 */
export function useSeenFingerprint(eventKey: string, hash: string | null, isDrawn: boolean): string | undefined {
  const text = useInBrowser(stored, null);
  const seen = own(parse(text), eventKey);
  useEffect(() => {
    const all = parse(stored());
    if (hash === null || isDrawn || Object.hasOwn(all, eventKey)) return;
    const next = Object.fromEntries([...Object.entries(all), [eventKey, hash]].slice(-MOST_STORED));
    writeItem('localStorage', STORED_AT, JSON.stringify(next));
  }, [eventKey, hash, isDrawn]);
  return seen;
}

const stored = () => readItem('localStorage', STORED_AT);

function parse(text: string | null): Seen {
  const value = parseJson(text ?? '');
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
