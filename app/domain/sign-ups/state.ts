import type { SignUpState } from '../../db/tables.ts';
import type { Answers } from '../questions/answer.ts';
import type { CheckIns } from './door/check-ins.ts';

/**
 * The life of a sign-up as a table: by its state and by what happens, the states that may follow. What is not listed leaves
 * it as it is, or is refused; decide.ts says which, and decide.test.ts that nothing else ever happens.
 *
 * - `nobody`: not there. Whoever sends a form for somebody who has cancelled goes on with that sign-up, not with a new one;
 *   of a response that nobody confirmed nothing is left once the same address is signed up.
 * - `unconfirmed`: somebody entered an address, and nobody has followed the link that was mailed to it.
 * - `entered`: in a draw that is to come.
 * - `waiting`: on the waitlist, in the order of `since`.
 * - `going`: has a place; with `checkedIn`, came.
 * - `cancelled`: gave it up, or lost it.
 *
 * Whenever a place becomes free, those who wait longest `move up` in the same decision.
 *
 * From outside of the table a file that is imported gives each sign-up the state that it had there (commands/import.ts),
 * erasing leaves `nobody` of any state, and an event in the trash has its sign-ups with it, as they were.
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
    'give place': ['going'],
    'check in': ['going'],
    cancel: ['cancelled'],
  },
  going: {
    'pass on': ['waiting'],
    'undo check-in': ['waiting', 'cancelled'],
    cancel: ['cancelled'],
  },
  cancelled: {
    send: ['entered', 'waiting', 'going'],
    confirm: ['entered', 'waiting', 'going'],
    return: ['entered', 'waiting', 'going'],
    'give place': ['going'],
    'check in': ['going'],
  },
} as const;

export interface SignUp {
  formId: string;
  key: string;
  state: SignUpState;
  /** As addressKey gives it; empty where there is none. */
  email: string;
  answers: Answers;
  /** Its place in the order of arrival. */
  since: number;
  /** Epoch milliseconds; null: has not come yet. */
  checkedIn: number | null;
  /** What the door noted of it. */
  checkIns: CheckIns;
  /** Their state before they came; null until then. */
  stateBefore: SignUpState | null;
  /** Epoch milliseconds of the beginning for which they were asked whether they still come. */
  askedFor: number | null;
  /** The one for which they said yes. */
  comingFor: number | null;
  /** In a draw; null where there is none, or they were not in it. */
  ticket: string | null;
}
