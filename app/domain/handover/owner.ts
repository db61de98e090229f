import { isEmail, isSameAddress } from '../email-address.ts';
import type { Account } from '../users/accounts.ts';

export interface Owner {
  name: string;
  /** null for a name alone, which cannot be written to. */
  address: string | null;
}

/** `typed` is the name or address of somebody in People, or any other name or address; undefined if it is empty. */
export function findOwner(typed: string, people: Account[]): Owner | undefined {
  if (typed === '') return undefined;
  const named = people.filter(({ name, email }) => isSameAddress(email, typed) || isSameName(name, typed));
  const [person] = named;
  // If two people have the same name, it is unclear who is meant.
  if (person && named.length === 1) return { name: person.name || person.email, address: addressOf(person.email) };
  return { name: typed, address: addressOf(typed) };
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function addressOf(text: string): string | null {
  return isEmail(text) ? text : null;
}
