import { randomInt } from 'node:crypto';
import type { Reader } from '../../../db/db.server.ts';
import { REFERENCE_CHARACTERS, REFERENCE_LENGTH } from './reference.ts';

export function newReference(): string {
  return Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_CHARACTERS[randomInt(REFERENCE_CHARACTERS.length)],
  ).join('');
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
