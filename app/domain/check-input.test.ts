import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkInput } from './check-input.ts';
import { Rejected } from './errors.ts';

test('an object that claims a length where a text is wanted is refused, not stumbled over', () => {
  const schema = z.strictObject({ title: z.string().max(10) });
  expect(() => checkInput(schema, { title: { length: { toString: '' } } })).toThrow(Rejected);
});
