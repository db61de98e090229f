import { addressKey } from '../address-key.ts';
import { LONGEST_ADDRESS } from '../email-address.ts';
import type { Answers } from '../questions/answer.ts';

/** The names of the fields that say who signs up. */
export const PERSON = { name: 'name', email: 'email' } as const;

/** The address as addressKey writes it; null if there is none, or if it is longer than an address can be. */
export function addressKeyOf(answers: Answers): string | null {
  const key = addressKey(String(answers[PERSON.email] ?? ''));
  return key === '' || key.length > LONGEST_ADDRESS ? null : key;
}

/** The fields that people may change themselves: not the address, since a new one never received the link. */
export function withoutEmailField<Field extends { name: string }>(fields: Field[]): Field[] {
  return fields.filter(({ name }) => name !== PERSON.email);
}
