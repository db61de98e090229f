import { writeItem } from './browser-storage.ts';

/** What was typed into a form and not saved: kept in this tab, so that a reload loses none of it. */
export interface Typed<Values> {
  values: Values;
  /** What the form opened with, and the save that it goes over: what others save meanwhile is still noticed. */
  opened: { values: Values; version: number | undefined };
  /** The key under which it may have been sent already. */
  once: string;
}

const ITEM = 'unsaved';
/** An event with its form and files; whatever is longer is not kept. */
const MOST_CHARACTERS = 200_000;

/** undefined where nothing is kept, and for a form that had other fields then. */
export function findTyped<Values extends object>(place: string, initial: Values): Typed<Values> | undefined {
  try {
    const remembered: { place: string; typed: Typed<Values> } | null = JSON.parse(
      sessionStorage.getItem(ITEM) ?? 'null',
    );
    if (remembered?.place !== place) return undefined;
    const hasAll = Object.keys(initial).every(
      (name) => name in remembered.typed.values && name in remembered.typed.opened.values,
    );
    return hasAll ? remembered.typed : undefined;
  } catch {
    return undefined;
  }
}

export function rememberTyped<Values extends object>(place: string, typed: Typed<Values>): void {
  const text = JSON.stringify({ place, typed });
  writeItem('sessionStorage', ITEM, text.length <= MOST_CHARACTERS ? text : null);
}

/** Once it was saved or given up, and when somebody signs out: whoever signs in next in this tab must not read it. */
export function forgetTyped(): void {
  writeItem('sessionStorage', ITEM, null);
}
