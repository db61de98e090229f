import { expect, test } from 'vitest';
import { readSoughtAddress } from './address.ts';
import { mentions, withoutAddress } from './mentions.ts';

const sam = readSoughtAddress('sam@example.edu');

test.each([
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['line ends', '\n'],
])('a text of millions of %s is looked through like any other', (_what, character) => {
  const long = character.repeat(5_000_000);
  const row = { answers: JSON.stringify({ one: long, two: `${long}sam@example.edu` }) };
  expect(mentions(row, sam)).toBe(true);
  expect(mentions({ answers: JSON.stringify({ one: long }) }, sam)).toBe(false);
  const left: unknown = JSON.parse(withoutAddress(row.answers, sam));
  expect(left).toEqual({ one: long, two: `${long}an erased person` });
});

test('a text without the address stays as it was written, to the letter', () => {
  const text = '{ "a\\u0041": ["\\/", "\\"x\\\\", {"b":"[\\"sam\\"]"} ], "n": 1.50 }';
  expect(withoutAddress(text, sam)).toBe(text);
});
