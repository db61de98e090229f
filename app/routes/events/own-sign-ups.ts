import { useEffect, useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** What this browser itself signed up for, so that a card says so: it is sent nowhere (docs/privacy.md). */
export interface OwnSignUp {
  /** The address of its manage page. */
  link: string;
  isWaiting: boolean;
  /** How it stands, where that is neither a place nor the waitlist. */
  says?: string;
  /** Only after entering a draw. */
  ticket?: string;
  /** When it is forgotten; epoch milliseconds. */
  until: number;
}

type OwnSignUps = Record<string, OwnSignUp>;

const STORED_AT = 'clubroom.sign-ups';
const CHANGED = 'clubroom:sign-ups';

export function forgetSignUp(eventKey: string): void {
  const { [eventKey]: _gone, ...others } = readOwn();
  writeOwn(others);
}

/** undefined where it signed up for nothing, and until the page is alive: what the site sends is the same for everyone. */
export function useOwnSignUp(eventKey: string): OwnSignUp | undefined {
  const text = useSyncExternalStore(follow, stored, () => null);
  useEffect(() => {
    // Removes the events that are over.
    if (Object.values(parse(text)).some(isPast)) writeOwn(readOwn());
  }, [text]);
  return text === null ? undefined : readOwn(text)[eventKey];
}

function follow(notify: () => void): () => void {
  addEventListener('storage', notify);
  addEventListener(CHANGED, notify);
  return () => {
    removeEventListener('storage', notify);
    removeEventListener(CHANGED, notify);
  };
}

const stored = () => readItem('localStorage', STORED_AT);

export function readOwn(text = stored()): OwnSignUps {
  return Object.fromEntries(Object.entries(parse(text)).filter(([, one]) => !isPast(one)));
}

export function writeOwn(all: OwnSignUps): void {
  writeItem('localStorage', STORED_AT, Object.keys(all).length > 0 ? JSON.stringify(all) : null);
  dispatchEvent(new Event(CHANGED));
}

const isPast = ({ until }: OwnSignUp) => until <= Date.now();

function parse(text: string | null): OwnSignUps {
  const value = parseJson(text ?? '');
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(all.filter((entry): entry is [string, OwnSignUp] => isOwn(entry[1])));
}

function isOwn(value: unknown): value is OwnSignUp {
  if (typeof value !== 'object' || value === null || !('link' in value) || !('until' in value)) return false;
  return typeof value.link === 'string' && value.link.startsWith('/sign-ups/') && typeof value.until === 'number';
}
