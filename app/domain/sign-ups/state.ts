import type { SignUpState } from '../../db/tables.ts';
import type { Answers } from '../questions/answer.ts';
import type { CheckIns } from './door/check-ins.ts';
import type { Account } from './payments/account.ts';

/**
 * The life of a sign-up as a table: by its state and by what happens, the states that may follow. What is not listed leaves
 * it as it is, or is refused; decide.ts says which with the limits of rules.ts. decide.test.ts has examples, and checks that
 * nothing else ever happens.
 *
 * - `nobody`: there is no sign-up. Sending the form again after cancelling continues the old sign-up, once the address is
 *   confirmed where the form asks for that; an unconfirmed one is removed once the same address is signed up.
 * - `unconfirmed`: somebody entered an address, and nobody has followed the link that was mailed to it.
 * - `entered`: in a draw that is to come.
 * - `waiting`: on the waitlist, in the order of `since`.
 * - `going`: has a place; with `checkedIn`, came.
 * - `cancelled`: gave it up, or lost it.
 *
 * When cancelling or passing on frees a place, those who wait longest move up in the same decision. A place is given, never
 * offered. `move up` as a command of its own follows what happens elsewhere: an event or its form was saved
 * (event-changes/sign-ups.ts), sign-ups were erased or imported, a check-in was undone.
 * While places are kept for groups, the first for whom one is free moves up (rules.ts); their `release` frees all that are left,
 * for everybody in order.
 *
 * The door's `check in` lets in whoever waits, cancelled or lost their place; an officer's is refused there: they give a place
 * first.
 *
 * Whoever gets a place owes what it costs at that moment, fixed in the same decision (payments/account.ts). Payments change no
 * state, but for a place that is not paid in time, which `give up unpaid` takes; it takes none at an event that is there again
 * after that time (`keepUnpaidPlaces`), until an officer says so anew.
 *
 * Three things happen outside this table: an import gives each sign-up the state that the file says (commands/import.ts),
 * erasing (`eraseEntries` in carry-out.ts) ends any state in `nobody`, and an event in the trash keeps its sign-ups as they
 * were: `putEntries` brings them back, without those whose address or ticket somebody has by then.
 */
export const LIFE = {
  nobody: {
    send: ['unconfirmed', 'entered', 'waiting', 'going'],
    return: ['unconfirmed', 'entered', 'waiting', 'going'],
  },
  unconfirmed: {
    send: ['nobody'],
    confirm: ['entered', 'waiting', 'going', 'nobody'],
    return: ['nobody'],
    'give place': ['going', 'nobody'],
  },
  entered: {
    draw: ['going', 'waiting'],
    cancel: ['cancelled'],
  },
  waiting: {
    'move up': ['going'],
    'change answers': ['going'],
    'give place': ['going'],
    'check in': ['going'],
    cancel: ['cancelled'],
  },
  going: {
    'pass on': ['waiting'],
    'undo check-in': ['waiting', 'cancelled'],
    cancel: ['cancelled'],
    'give up unpaid': ['cancelled'],
  },
  cancelled: {
    send: ['entered', 'waiting', 'going'],
    confirm: ['entered', 'waiting', 'going'],
    return: ['entered', 'waiting', 'going'],
    'give place': ['going'],
    'check in': ['going'],
  },
} as const;

export interface SignUp extends Account {
  formId: string;
  key: string;
  state: SignUpState;
  /** As addressKey gives it; empty where there is none. */
  email: string;
  answers: Answers;
  /** Orders sign-ups by arrival; passing on, a draw and a change of group set it anew. */
  since: number;
  /** Epoch milliseconds; null: has not come yet. */
  checkedIn: number | null;
  checkIns: CheckIns;
  /** Their state before they came; null until then. */
  stateBefore: SignUpState | null;
  /** Epoch milliseconds of the start for which they were asked ‘Still coming?’. */
  askedFor: number | null;
  /** The start for which they said yes. */
  comingFor: number | null;
  /** null for anyone who was in no draw. */
  ticket: string | null;
}
