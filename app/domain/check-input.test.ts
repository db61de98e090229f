import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkInput } from './check-input.ts';
import { Rejected } from './errors.ts';

test('an object that claims a length where a text is wanted is refused, not stumbled over', () => {
  const schema = z.strictObject({ title: z.string().max(10) });
  expect(() => checkInput(schema, { title: { length: { toString: '' } } })).toThrow(Rejected);
});

test.each(['constructor', '__proto__', 'toString'])(
  'what is wrong with a field called %s is said of it, once',
  (name) => {
    const schema = z.unknown().superRefine((_, context) => {
      for (const message of ['Too short', 'Too long']) context.addIssue({ code: 'custom', path: [name], message });
    });
    expect(refusalOf(() => checkInput(schema, {}))).toEqual([[name, 'Too short']]);
  },
);

test('what is wrong is named from the first field to the last', () => {
  const schema = z.strictObject({ notice: z.string().max(3), link: z.url() });
  const refused = refusalOf(() => checkInput(schema, { notice: 'Closed', link: 'nowhere' }));
  expect(refused.map(([name]) => name)).toEqual(['notice', 'link']);
});

function refusalOf(act: () => unknown): [name: string, message: string][] {
  try {
    act();
  } catch (error) {
    if (error instanceof Rejected) return Object.entries(error.fields);
  }
  return [];
}
