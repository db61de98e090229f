import type { EntryRow, SignUpState } from '../../../db/tables.ts';
import { own } from '../../own.ts';
import { readStored } from '../../stored-json.ts';

/**
 * One person's check-ins, by the id that a phone gave each: its time in epoch milliseconds, or null once it was undone.
 * An undo names the check-ins that it takes back, so it takes back none that only somebody else saw. That way the notes
 * of many phones lead to the same result in any order, and however often they arrive.
 */
export type CheckIns = Readonly<Record<string, number | null>>;

/** The earliest time reported for a check-in counts; one that was undone stays undone. */
export function noteCheckIn(before: CheckIns, id: string, at: number): CheckIns {
  const known = own(before, id);
  if (known === null) return before;
  return { ...before, [id]: Math.min(at, known ?? at) };
}

/** Marks check-ins as undone, even before they arrive. */
export function undoCheckIns(before: CheckIns, ids: readonly string[]): CheckIns {
  return { ...before, ...Object.fromEntries(ids.map((id) => [id, null])) };
}

/** The ids of the check-ins that nobody has undone. */
export function listValid(checkIns: CheckIns): string[] {
  return Object.keys(checkIns).filter((id) => checkIns[id] !== null);
}

/** When somebody came, by the earliest check-in that was not undone, in epoch milliseconds; null if there is none. */
export function cameAt(checkIns: CheckIns): number | null {
  const times = Object.values(checkIns).filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * At most this many of one person's check-ins are remembered. The oldest undone ones are forgotten first, and then the
 * latest of the others, which say nothing that an earlier one does not.
 */
const MOST_NOTED = 200;

export function dropSurplus(noted: CheckIns): CheckIns {
  const ids = Object.keys(noted);
  const tooMany = Math.max(0, ids.length - MOST_NOTED);
  if (tooMany === 0) return noted;
  const undone = ids.filter((id) => noted[id] === null);
  const latest = listValid(noted).toSorted((one, other) => Number(noted[other]) - Number(noted[one]));
  const forgotten = new Set([...undone, ...latest].slice(0, tooMany));
  return Object.fromEntries(Object.entries(noted).filter(([id]) => !forgotten.has(id)));
}

interface Notes {
  noted: CheckIns;
  /** Their state before they came. */
  was: SignUpState | null;
}

/**
 * What the door noted, brought in line with the row: an import or a cancellation says anew whether somebody came, which
 * undoes what was noted before.
 */
export function readCheckIns(row: Pick<EntryRow, 'state' | 'checked_in' | 'check_ins'>): Notes {
  const { noted, was }: Notes = { noted: {}, was: row.state, ...readStored<Partial<Notes>>(row.check_ins, {}) };
  if (cameAt(noted) === row.checked_in) return { noted, was };
  const undone = undoCheckIns(noted, Object.keys(noted));
  if (row.checked_in === null) return { noted: undone, was: row.state };
  return { noted: { ...undone, [`kept-${row.checked_in}`]: row.checked_in }, was: row.state };
}

export function writeCheckIns({ checkIns, was }: { checkIns: CheckIns; was: SignUpState | null }): string {
  return JSON.stringify({ noted: checkIns, ...(was !== null && { was }) });
}
