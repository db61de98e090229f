import { expect, test } from 'vitest';
import { toSignInError } from './sign-in-error.ts';

test.each([
  ['access_denied', 'cancelled'],
  ['something_new', 'refused'],
  ['constructor', 'refused'],
])('what a provider calls %s is told as %s', (error, code) => {
  expect(toSignInError(Object.assign(new Error('Refused'), { error }), 'refused').code).toBe(code);
});
