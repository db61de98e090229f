import { addressKey } from '../address-key.ts';
import type { Answers } from '../questions/answer.ts';

/** The names under which a sign-up's answers hold who it is. */
export const PERSON = { name: 'name', email: 'email' } as const;

/** As addressKey gives it; null where there is none. */
export function addressKeyOf(answers: Answers): string | null {
  return addressKey(String(answers[PERSON.email] ?? '')) || null;
}
