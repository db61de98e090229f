import { expect, test } from 'vitest';
import { keyTime, newKey, newShortId } from './keys.ts';

test('keys sort by the time they were made, also within one millisecond', () => {
  const keys = [1, 1, 1, 2, 1_700_000_000_000, 1_700_000_000_000, 1_800_000_000_000].map((time) => newKey(time));
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => /^[-\w]{20}$/.test(key))).toBe(true);
});

test('a key tells when it was made; anything else does not', () => {
  expect(keyTime(newKey(1_700_000_000_123))).toBe(1_700_000_000_123);
  expect(keyTime('short')).toBeUndefined();
  expect(keyTime('!'.repeat(20))).toBeUndefined();
});

test('short ids are 10 characters of A-Z, a-z and 0-9', () => {
  for (let i = 0; i < 200; i++) expect(newShortId()).toMatch(/^[A-Za-z0-9]{10}$/);
});
