import { describe, expect, test } from 'vitest';
import { whatNeighboursTell } from '../../test/neighbours.ts';
import { keyTime, newKey, newKeyInOrder, newShortId } from './keys.ts';
import { cardCode } from './members/card-code.ts';
import { randomHex } from './random-hex.ts';
import { doorCode } from './sign-ups/by-link.ts';
import { newToken } from './tokens.ts';

test('keys sort by the time they were made', () => {
  const keys = [1, 2, 65, 1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((time) => newKey(time));
  expect(keys.toSorted()).toEqual(keys);
  expect(keys.every((key) => /^[-\w]{20}$/.test(key))).toBe(true);
});

test('keys in order sort as they were made, in one millisecond too', () => {
  const keys = Array.from({ length: 200 }, (_, at) => newKeyInOrder(1_700_000_000_000 + Math.floor(at / 150)));
  expect(keys.toSorted()).toEqual(keys);
  expect(keyTime(keys[0] ?? '')).toBe(1_700_000_000_000);
});

/** What a key says of the moment of its making. */
const MOMENT = 8;

describe('a thousand that are made at one moment tell nothing of each other:', () => {
  const publicUrl = 'https://club.example.edu';
  const key = () => newKey(1_700_000_000_000);
  const behind = (code: string) => code.slice(code.indexOf('#') + 1);
  test.each([
    ['keys', MOMENT, key],
    ['codes for the door', MOMENT, () => behind(doorCode({ publicUrl }, 'talk', key()))],
    ['codes of cards', MOMENT, () => behind(cardCode(publicUrl, { key: key(), name: '' }))],
    ['links', 0, newToken],
    ['links of previews', 0, () => randomHex(24)],
    ['ids of forms', 0, newShortId],
  ])('%s', (_what, known, make) => {
    const codes = Array.from({ length: 1000 }, () => make());
    expect(whatNeighboursTell(codes, known)).toEqual([]);
  });
});

test('a key tells when it was made; anything else does not', () => {
  expect(keyTime(newKey(1_700_000_000_123))).toBe(1_700_000_000_123);
  expect(keyTime('short')).toBeUndefined();
  expect(keyTime('!'.repeat(20))).toBeUndefined();
});

test('short ids are 10 characters of A-Z, a-z and 0-9', () => {
  for (let i = 0; i < 200; i++) expect(newShortId()).toMatch(/^[A-Za-z0-9]{10}$/);
});
