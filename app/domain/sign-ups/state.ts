import type { SignUpState } from '../../db/tables.ts';
import type { Answers } from '../questions/answer.ts';
import type { CheckIns } from './door/check-ins.ts';
import type { Bill } from './payments/bill.ts';

/**
 * The life of a sign-up as a table: for each state and each command, the states that may follow. A command that is not
 * listed leaves the sign-up as it is, or is refused; decide.ts says which, with the limits of rules.ts. decide.test.ts
 * has examples, and checks that nothing else ever happens.
 *
 * - `nobody`: there is no sign-up. Sending the form again after cancelling continues the old sign-up, once the address
 *   is confirmed if the form asks for that; an unconfirmed one is removed once the same address is signed up.
 * - `unconfirmed`: somebody entered an address, and nobody has followed the link that was mailed to it.
 * - `entered`: in a draw that is to come.
 * - `waiting`: on the waitlist, in the order of `since`.
 * - `going`: has a place; with `checkedIn`, has come.
 * - `cancelled`: gave it up, or lost it.
 *
 * When cancelling or passing on frees a place, those who have waited longest move up in the same decision; where more go
 * than there are places, since an officer lowered them, nobody does until fewer go. A place is given, never offered.
 * `move up` is a command of its own for what happens elsewhere: an event or its form was saved
 * (event-changes/update-sign-ups.ts), sign-ups were erased or imported, a check-in was undone. While places are kept for
 * groups, the first person for whom one is free moves up (rules.ts); their `release` frees all that are left, for
 * everybody in order.
 *
 * At the door, `check in` lets in people who wait, have cancelled or lost their place. From an officer it is refused
 * then: they give a place first.
 *
 * Somebody who gets a place owes what it costs at that moment, which the same decision fixes (payments/bill.ts).
 * Payments change no state, except that `give up unpaid` takes places that are not paid in time. If an event comes back
 * after that time, from the trash for example, people keep their places (`keepUnpaidPlaces`) until an officer asks for
 * it again.
 *
 * Three things happen outside this table: an import gives each sign-up the state that the file says
 * (commands/import.ts), erasing (`eraseEntries` in carry-out.ts) leads from any state to `nobody`, and an event in the
 * trash keeps its sign-ups as they were: `putEntries` brings them back, except those whose address or ticket somebody
 * else has by then.
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

export interface SignUp extends Bill {
  formId: string;
  key: string;
  state: SignUpState;
  /** As addressKey writes it; empty if there is none. */
  email: string;
  answers: Answers;
  /** Orders sign-ups by arrival; passing on, a draw and a change of group set it anew. */
  since: number;
  /** Epoch milliseconds; null: has not come yet. */
  checkedIn: number | null;
  checkIns: CheckIns;
  /** The state before they came; null until then. */
  stateBefore: SignUpState | null;
  /** Epoch milliseconds of the start for which they were asked ‘Still coming?’. */
  askedFor: number | null;
  /** The start for which they said yes. */
  comingFor: number | null;
  /** null if they were in no draw. */
  ticket: string | null;
}
