import type { Writer } from '../../../db/db.server.ts';
import type { EntryRow, SignUpState } from '../../../db/tables.ts';
import { NotFound } from '../../errors.ts';
import { readStored } from '../../stored-json.ts';
import { NoPlace, NOT_DRAWN } from '../rules.ts';
import { setState, toSignUp, type Roster } from '../roster.ts';
import { cameAt, noteCheckIn, standing, undoCheckIns, type CheckIns } from './check-ins.ts';
import { entriesOf } from '../../forms/entries.ts';

/** Notes that somebody came, at the earliest moment that anyone noted; null undoes it. */
export async function checkIn(tx: Writer, roster: Roster, key: string, at: number | null): Promise<void> {
  await changeCheckIns(tx, roster, key, (before) =>
    at === null ? undoCheckIns(before, standing(before)) : noteCheckIn(before, crypto.randomUUID(), at),
  );
}

/**
 * More check-ins and undoings of one person than this are not remembered: the oldest that were undone are forgotten, and
 * then the latest that stand, which say nothing that an earlier one does not.
 */
const MOST_NOTED = 200;

/**
 * Changes what is noted of one person's check-ins. Anyone who stands at the door and is let in has a place; with the last
 * check-in undone they are again what they were before.
 * @throws NotFound; NoPlace for anyone who is in a draw that is to come.
 */
export async function changeCheckIns(
  tx: Writer,
  roster: Roster,
  key: string,
  change: (before: CheckIns) => CheckIns,
): Promise<void> {
  // That leaves out what has no state too: answers of nobody in particular.
  const found = entriesOf(tx, roster.form.formId).selectAll().where('key', '=', key);
  const row = await found.where('state', '<>', 'unconfirmed').executeTakeFirst();
  if (!row) throw new NotFound('There is no such sign-up.');
  if (row.state === 'entered') throw new NoPlace(NOT_DRAWN);
  const before = readCheckIns(row);
  const noted = shortened(change(before.noted));
  const checked_in = cameAt(noted);
  const was = row.checked_in === null ? row.state : before.was;
  const state = checked_in === null ? was : 'going';
  const check_ins = JSON.stringify({ noted, ...(checked_in !== null && { was }) });
  if (check_ins === row.check_ins && state === row.state && checked_in === row.checked_in) return;
  await setState(tx, roster, toSignUp(row), { state, checked_in, check_ins });
}

function shortened(noted: CheckIns): CheckIns {
  const ids = Object.keys(noted);
  const tooMany = Math.max(0, ids.length - MOST_NOTED);
  if (tooMany === 0) return noted;
  const undone = ids.filter((id) => noted[id] === null);
  const latest = standing(noted).toSorted((one, other) => Number(noted[other]) - Number(noted[one]));
  const forgotten = new Set([...undone, ...latest].slice(0, tooMany));
  return Object.fromEntries(Object.entries(noted).filter(([id]) => !forgotten.has(id)));
}

interface Noted {
  noted: CheckIns;
  /** What somebody was before they came. */
  was: SignUpState | null;
}

/**
 * What the door noted, in line with the row itself: an import or a cancellation says anew whether somebody came, and undoes
 * what was noted before.
 */
export function readCheckIns(row: Pick<EntryRow, 'state' | 'checked_in' | 'check_ins'>): Noted {
  const { noted, was }: Noted = { noted: {}, was: row.state, ...readStored<Partial<Noted>>(row.check_ins, {}) };
  if (cameAt(noted) === row.checked_in) return { noted, was };
  const undone = undoCheckIns(noted, Object.keys(noted));
  if (row.checked_in === null) return { noted: undone, was: row.state };
  return { noted: { ...undone, [`kept-${row.checked_in}`]: row.checked_in }, was: row.state };
}
