import type { SignUpState } from '../../db/tables.ts';
import type { Answers } from '../questions/answer.ts';
import type { CheckIns } from './door/check-ins.ts';

/**
 * The life of a sign-up, as a table. A row is a state, a column in it a command, and behind it stand the states that may
 * follow. What a state does not list, the command leaves as it is or refuses (decide.ts says which, and with what reason).
 *
 * - `nobody`: there is no sign-up yet, or none any more.
 * - `unconfirmed`: somebody entered an address, and nobody has followed the link that was mailed to it.
 * - `entered`: in a draw that is to come.
 * - `waiting`: on the waitlist, in the order of `since`.
 * - `going`: has a place. Whoever came to the door was checked in.
 * - `cancelled`: gave the place up, or lost it.
 */
export const LIFE = {
  nobody: {
    send: ['unconfirmed', 'entered', 'waiting', 'going'],
  },
  unconfirmed: {
    send: ['unconfirmed', 'nobody', 'entered', 'waiting', 'going'],
    confirm: ['entered', 'waiting', 'going', 'nobody'],
    return: ['nobody'],
    'give place': ['going', 'entered', 'nobody'],
    'change answers': ['unconfirmed'],
  },
  entered: {
    cancel: ['cancelled'],
    draw: ['going', 'waiting'],
    'change answers': ['entered'],
  },
  waiting: {
    'move up': ['going'],
    'give place': ['going'],
    'check in': ['going'],
    cancel: ['cancelled'],
    'say coming': ['waiting'],
    'change answers': ['waiting'],
    'pass on': ['going'],
  },
  going: {
    'check in': ['going'],
    'undo check-in': ['going', 'waiting', 'cancelled'],
    'pass on': ['waiting'],
    cancel: ['cancelled'],
    'say coming': ['going'],
    'change answers': ['going'],
  },
  cancelled: {
    send: ['entered', 'waiting', 'going'],
    return: ['entered', 'waiting', 'going'],
    'give place': ['going'],
    'check in': ['going'],
    'undo check-in': ['cancelled'],
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
  /** What they were before they came; null until then. */
  was: SignUpState | null;
  /** Epoch milliseconds of the beginning for which they were asked whether they still come. */
  askedFor: number | null;
  /** The one for which they said yes. */
  comingFor: number | null;
  /** In a draw; null where there is none, or they were not in it. */
  ticket: string | null;
}
