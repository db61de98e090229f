import { DAY_MS } from '../../../time/durations.ts';

/** A phone sends so much at once; one that was away for longer sends several batches. */
export const MOST_ACTIONS = 200;
/** Of anyone who is added at the door, in characters. */
export const LONGEST_NAME = 200;

/** How long a door is open at the longest. */
export const DOOR_DAYS = 30;
/** What is older is sent by no phone, and taken at no other time. */
export const OLDEST_ACTION_MS = (DOOR_DAYS + 1) * DAY_MS;

/**
 * Every check-in of one person that anybody noted, by the id that the phone gave it: when, in epoch milliseconds, or null
 * once it was undone. Undoing names what it undoes, so that it takes away nothing that somebody else saw: what comes of
 * many phones' notes is the same in whatever order they arrive, and however often.
 */
export type CheckIns = Readonly<Record<string, number | null>>;

/** Of one check-in the earliest moment counts; one that was undone stays so. */
export function noteCheckIn(before: CheckIns, id: string, at: number): CheckIns {
  const known = before[id];
  if (known === null) return before;
  return { ...before, [id]: Math.min(at, known ?? at) };
}

/** Also of check-ins that have not arrived yet. */
export function undoCheckIns(before: CheckIns, ids: readonly string[]): CheckIns {
  return { ...before, ...Object.fromEntries(ids.map((id) => [id, null])) };
}

/** The ids of those that nobody has undone. */
export function standing(checkIns: CheckIns): string[] {
  return Object.keys(checkIns).filter((id) => checkIns[id] !== null);
}

/** When somebody came: at the earliest of the check-ins that stand; null where there is none. */
export function cameAt(checkIns: CheckIns): number | null {
  const times = Object.values(checkIns).filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
