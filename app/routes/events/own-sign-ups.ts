import { useEffect, useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import { parseJson } from '../../domain/parse-json.ts';

/** A sign-up made in this browser, for cards and pages to show. It stays in the browser (docs/privacy.md). */
export interface OwnSignUp {
  /** The address of its manage page. */
  link: string;
  /** The person's name; earlier versions did not store it. */
  name?: string;
  isWaiting: boolean;
  /** A sentence about its state, if that is neither a place nor the waitlist. */
  says?: string;
  /** Only after entering a draw. */
  ticket?: string;
  /** When it is forgotten, in epoch milliseconds. */
  until: number;
}

/** By event, oldest first. A Map, because an event's key may be the name of a property that every object has. */
type OwnSignUps = Map<string, OwnSignUp[]>;

const STORED_AT = 'clubroom.sign-ups';
const CHANGED = 'clubroom:sign-ups';

/** The most that are kept for one event; the oldest are dropped. */
const MOST_OF_EVENT = 10;

/** Empty if nothing was signed up for, and until hydration, because the site sends the same page to everyone. */
export function useOwnSignUps(eventKey: string): OwnSignUp[] {
  const text = useSyncExternalStore(follow, stored, () => null);
  // Removes sign-ups for events that are over.
  useEffect(() => write(readOwn(stored())), [text]);
  return ownOf(eventKey, text);
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

export function ownOf(eventKey: string, text = stored()): OwnSignUp[] {
  return readOwn(text).get(eventKey) ?? [];
}

/** An empty list forgets the event's sign-ups. */
export function keepOwn(eventKey: string, own: OwnSignUp[]): void {
  write(readOwn(stored()).set(eventKey, own));
}

function write(all: OwnSignUps): void {
  const own = [...all].filter(([, one]) => one.length > 0);
  const text = own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : null;
  if (text === stored()) return;
  writeItem('localStorage', STORED_AT, text);
  dispatchEvent(new Event(CHANGED));
}

function readOwn(text: string | null): OwnSignUps {
  const all = Object.entries(parseJson(text ?? '') ?? {});
  // Earlier versions kept one for each event, not a list.
  return new Map(all.map(([key, own]) => [key, [own].flat().filter(isOwn).slice(-MOST_OF_EVENT)]));
}

function isOwn(value: unknown): value is OwnSignUp {
  if (typeof value !== 'object' || value === null || !('link' in value) || !('until' in value)) return false;
  const { link, until } = value;
  return typeof link === 'string' && link.startsWith('/sign-ups/') && typeof until === 'number' && until > Date.now();
}
