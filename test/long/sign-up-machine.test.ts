import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIFE } from '../../app/domain/sign-ups/state.ts';
import { MemoryForm, settings, terms, transitions, violations } from '../sign-up-machine.ts';

const COMMANDS = 300_000;
/** Some lines of the table are reached once in so many. */
const MOST_COMMANDS = 3_000_000;
const LISTED = Object.entries(LIFE).flatMap(([from, row]) =>
  Object.entries(row).flatMap(([command, states]) => states.map((to: string) => `${from}, ${command}: ${to}`)),
);

test('in 300,000 commands all that a sign-up promises is kept, and every line of its table is reached', () => {
  const seen = new Set<string>();
  const unseen = () => LISTED.filter((line) => !seen.has(line));
  let commands = 0;
  while (commands < COMMANDS || (unseen().length > 0 && commands < MOST_COMMANDS)) {
    fc.assert(
      fc.property(settings, terms, (given, happened) => {
        const form = new MemoryForm(given);
        for (const one of happened) {
          for (const step of form.happen(one)) {
            commands++;
            expect(violations(step)).toEqual([]);
            for (const made of transitions(step)) seen.add(made);
          }
        }
      }),
    );
  }
  expect(unseen()).toEqual([]);
});
