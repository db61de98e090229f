import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestDatabase } from './databases.ts';
import { settings, terms } from './sign-up-machine.ts';
import { StoredForm } from './stored-form.ts';

/** Plays so many terms, each from an empty database. A failure prints its seed, which replays it as CLUBROOM_SEED. */
export async function playTerms(open: () => Promise<TestDatabase>, count: number): Promise<void> {
  const term = fc.asyncProperty(settings, terms, async (given, happened) => {
    const { db, close } = await open();
    try {
      const form = await StoredForm.plant(db, given);
      for (const one of happened) expect(await form.happen(one)).toEqual([]);
    } finally {
      await close();
    }
  });
  const seed = process.env.CLUBROOM_SEED;
  // A shorter term that fails too takes minutes to find: what differs says enough.
  await fc.assert(term, { numRuns: count, endOnFailure: true, ...(seed && { seed: Number(seed) }) });
}
