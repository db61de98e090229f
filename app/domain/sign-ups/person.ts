import { addressKey } from '../address-key.ts';
import { LONGEST_ADDRESS } from '../email-address.ts';
import type { Answers } from '../questions/answer.ts';

/** The names under which a sign-up's answers hold who it is. */
export const PERSON = { name: 'name', email: 'email' } as const;

/** As addressKey gives it; null where there is none, and for what is longer than an address can be. */
export function addressKeyOf(answers: Answers): string | null {
  const key = addressKey(String(answers[PERSON.email] ?? ''));
  return key === '' || key.length > LONGEST_ADDRESS ? null : key;
}

/** The fields that people may change themselves: not the address, since a new one never received the link. */
export function withoutEmailField<Field extends { name: string }>(fields: Field[]): Field[] {
  return fields.filter(({ name }) => name !== PERSON.email);
}
