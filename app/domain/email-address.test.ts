import { expect, test } from 'vitest';
import { isSameAddress } from './email-address.ts';

test('an address is the same whatever its case, and no other letter passes for one of its own', () => {
  expect(isSameAddress(' Ada@Example.EDU', 'ada@example.edu')).toBe(true);
  expect(isSameAddress('jos\u00e9@example.edu', 'jos\u00e9@EXAMPLE.edu')).toBe(true);
  // The sign of Kelvin, a long s, a dotted I and a wide a.
  for (const letter of ['\u212A', '\u017F', '\u0130', '\uFF41']) {
    for (const own of ['k', 's', 'i', 'a'])
      expect(isSameAddress(`${letter}@b.example`, `${own}@b.example`)).toBe(false);
  }
});
