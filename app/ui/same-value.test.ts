import { expect, test } from 'vitest';
import { sameValue } from './same-value.ts';

test.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [['a', 'b'], ['b', 'a'], false],
  [[], {}, false],
  ['1', 1, false],
])('%j and %j are the same: %s', (one, other, expected) => {
  expect(sameValue(one, other)).toBe(expected);
});
