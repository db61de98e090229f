import { beforeEach, expect, test } from 'vitest';
import { readEmail } from './email-input.ts';
import { noteForeignLetters } from './foreign-letters.ts';

const WRONG = 'no address';
const read = (typed: string) => readEmail(typed, WRONG);

// Other tests of this process have heard mail servers.
beforeEach(() => noteForeignLetters(true));

test('a domain beyond ASCII is stored as mail servers know it, in one spelling', () => {
  expect(read(' info@müller.example ')).toEqual({ address: 'info@xn--mller-kva.example' });
  expect(read('info@mu\u0308ller.example')).toEqual({ address: 'info@xn--mller-kva.example' });
  expect(read('ju\u0308rgen@example.edu')).toEqual({ address: 'j\u00fcrgen@example.edu' });
  expect(read('Ada@Example.edu')).toEqual({ address: 'Ada@Example.edu' });
});

test('an address has 254 bytes at most, as mail servers take it', () => {
  const long = `@${'b'.repeat(60)}.example`;
  const longest = 'a'.repeat(254 - long.length) + long;
  expect(read(longest)).toEqual({ address: longest });
  expect(read(`a${longest}`)).toEqual({ wrong: WRONG });
  expect(read(`ü${longest.slice(1)}`)).toEqual({ wrong: WRONG });
  expect(read(`${'a'.repeat(4000)}@b.example`)).toEqual({ wrong: WRONG });
  expect(read(`a@${'ü'.repeat(4000)}.example`)).toEqual({ wrong: WRONG });
});

test('what only looks like a domain is none', () => {
  for (const typed of ['a@ü/b.example', 'a@ü:80', 'a@b@ü', 'a@ü?x', 'a@', '@ü.example', 'a b@ü.example', 'a@.ü'])
    expect([typed, read(typed)]).toEqual([typed, { wrong: WRONG }]);
});
