import { parseJson } from '../../domain/parse-json.ts';
import { readItem, writeItem } from '../browser-storage.ts';

/** What was typed into the form at `place` and not sent yet: kept in this tab so that a reload loses none of it. */
export interface Draft {
  place: string;
  /** The idempotency key under which it may have been sent already. */
  once: string;
  values: unknown;
}

const ITEM = 'typed';
const MOST_FORMS = 5;

export function findDraft(place: string): Draft | undefined {
  return read().find((draft) => draft.place === place);
}

/** A draft longer than `mostCharacters` (UTF-16 units of its JSON) is not kept. */
export function keepDraft(draft: Draft, mostCharacters: number): void {
  const isTooLong = JSON.stringify(draft).length > mostCharacters;
  write(isTooLong ? others(draft.place) : [draft, ...others(draft.place)].slice(0, MOST_FORMS));
}

export function forgetDraft(place: string): void {
  write(others(place));
}

/** Called on sign-out: the next person to sign in in this tab must not read them. */
export function forgetDrafts(): void {
  write([]);
}

function others(place: string): Draft[] {
  return read().filter((draft) => draft.place !== place);
}

function read(): Draft[] {
  const kept = parseJson(readItem('sessionStorage', ITEM) ?? '');
  return Array.isArray(kept) ? kept : [];
}

function write(all: Draft[]): void {
  writeItem('sessionStorage', ITEM, all.length > 0 ? JSON.stringify(all) : null);
}
