import { isEmail, isSameAddress } from '../email-address.ts';
import type { Account } from '../users/accounts.ts';

export interface Owner {
  name: string;
  /** null for a name alone: nobody can be written to. */
  address: string | null;
}

/** Typed is the name or the address of somebody of People, or another address; undefined for nobody. */
export function findOwner(typed: string, people: Account[]): Owner | undefined {
  if (typed === '') return undefined;
  const named = people.filter(({ name, email }) => isSameAddress(email, typed) || isSameName(name, typed));
  const [person] = named;
  // Where two have the same name, nobody knows who is meant.
  if (person && named.length === 1) return { name: person.name || person.email, address: addressOf(person.email) };
  return { name: typed, address: addressOf(typed) };
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function addressOf(text: string): string | null {
  return isEmail(text) ? text : null;
}
