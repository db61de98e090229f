import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { parseJson } from '../../domain/parse-json.ts';
import { randomHex } from '../../domain/random-hex.ts';
import { isAnswer } from '../../read-answer.ts';
import { readItem, writeItem } from '../browser-storage.ts';

export interface IdempotencyKey {
  value: string;
  /** Notes that what was sent under this key has been received. */
  done: () => void;
  /** Makes a new key, for answers other than those received before. */
  renew: () => void;
  /** Continues with a key under which the same answers may have been sent already. */
  adopt: (key: string) => void;
}

let isFirstForm = true;

/** The key of the form `name`, made when the form is opened; null before the first effect. */
export function useIdempotencyKey(name: string): React.RefObject<IdempotencyKey | null> {
  const { pathname, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  const current = useRef<IdempotencyKey>(null);
  const open = useEffectEvent(() => {
    // The first page of a document counts as a POP too, even if nobody went back to it.
    const isReturn = isPop && (!isFirstForm || wasGoneBackTo());
    isFirstForm = false;
    current.current = openKey(name, `${pathname}:${key}`, isReturn);
  });
  // A link within the page leaves the form as it is.
  useEffect(() => open(), [name, pathname]);
  return current;
}

function wasGoneBackTo(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
}

interface Noted {
  key: string;
  isDone: boolean;
}

/**
 * After a reload, a lost answer or Back (`visit`: the history entry), the key is the same, so what is sent again is
 * stored once. Someone who opens the page anew after sending (`isReturn` false) fills in a new form.
 */
function openKey(name: string, visit: string, isReturn: boolean): IdempotencyKey {
  const place = `once:${name}:${visit}`;
  const known = read(place);
  let noted: Noted = known && (isReturn || !known.isDone) ? known : { key: newIdempotencyKey(), isDone: false };
  const note = (next: Noted) => {
    noted = next;
    writeItem('sessionStorage', place, JSON.stringify(noted));
  };
  note(noted);
  return {
    get value() {
      return noted.key;
    },
    done: () => note({ ...noted, isDone: true }),
    renew: () => note({ key: newIdempotencyKey(), isDone: false }),
    adopt: (key) => note({ key, isDone: false }),
  };
}

/** Works without TLS too, where there is no `randomUUID`. */
export function newIdempotencyKey(): string {
  return randomHex(16);
}

/** If the browser stores nothing for this site, the key lives as long as the form. */
function read(place: string): Noted | undefined {
  const stored = parseJson(readItem('sessionStorage', place) ?? '');
  return isAnswer<Noted>(stored, ['key', 'isDone']) ? stored : undefined;
}
