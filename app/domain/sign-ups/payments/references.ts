import { randomInt } from 'node:crypto';
import type { Reader } from '../../../db/db.server.ts';

/** Leaves out characters that are easily confused: I and 1, O and 0. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export function isReference(text: string): boolean {
  return /^[A-HJ-NP-Z2-9]{8}$/.test(text);
}

export function newReference(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** Gives `count` references that nobody has at any event. */
export async function giveReferences({ query }: Reader, count: number): Promise<string[]> {
  const given = new Set<string>();
  while (given.size < count) {
    const drawn = Array.from({ length: Math.min(count - given.size, AT_ONCE) }, newReference);
    const taken = await query.selectFrom('entries').select('reference').where('reference', 'in', drawn).execute();
    const nameless = await query
      .selectFrom('nameless_payments')
      .select('reference')
      .where('reference', 'in', drawn)
      .execute();
    const others = new Set([...taken, ...nameless].map(({ reference }) => reference));
    for (const one of drawn) if (!others.has(one)) given.add(one);
  }
  return [...given];
}

const AT_ONCE = 250;
