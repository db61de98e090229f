import type { SignUpState } from '../../db/tables.ts';

/** Why a form takes no sign-ups, in the same words wherever it is said. */
export const CLOSED = {
  notYet: 'Sign-up has not opened yet.',
  closed: 'Sign-up has closed.',
  full: 'All places are taken.',
} as const;

export const WHAT_FOLLOWS_THE_DRAW = 'We will email you the result. Whoever gets no place is on the waitlist.';

export const NO_SUCH_SIGN_UP = 'There is no such sign-up.';

/** What a sign-up's own page says about one that waits, goes or is cancelled; `position` is the number on the waitlist. */
export function stateSentence(state: SignUpState, position: number | null = 1): string {
  if (state === 'waiting') return `You are number ${(position ?? 1).toLocaleString('en')} on the waitlist.`;
  return state === 'going' ? 'You have a place.' : 'Your sign-up is cancelled.';
}
