import { describe, expect, test } from 'vitest';
import { Rejected } from '../errors.ts';
import { ERASED, readSoughtAddress } from './address.ts';
import { mentions, withoutAddress } from './mentions.ts';

const sam = readSoughtAddress('  Sam@Example.EDU ');

describe('an address is found however it was written', () => {
  test.each([
    'sam@example.edu',
    '  SAM@example.edu\n',
    'Sam <sam@example.edu>',
    'mail sam@example.edu, or call',
    'mailto:sam@example.edu?subject=x',
    '(sam@example.edu)',
    'It is sam@example.edu.',
    '\u200bsam@example.edu',
    'ｓａｍ＠ｅｘａｍｐｌｅ．ｅｄｕ',
    'sam\u00ad@example.edu',
  ])('%j', (text) => {
    expect(sam.isIn(text)).toBe(true);
    expect(sam.isIn(sam.without(text))).toBe(false);
    expect(sam.without(text)).toContain(ERASED);
  });
});

describe('another address is another person', () => {
  test.each([
    'notsam@example.edu',
    'mary.sam@example.edu',
    'mary+sam@example.edu',
    "o'sam@example.edu",
    'sam+club@example.edu',
    'sam@example.education',
    'sam@example.edu.au',
    'sam@example-edu',
    'sam@mail.example.edu',
    'ßsam@example.edu',
    'sam',
    '',
  ])('%j', (text) => {
    expect(sam.isIn(text)).toBe(false);
    expect(sam.without(text)).toBe(text);
  });
});

test('both ways to write an international domain are one address', () => {
  for (const typed of ['zoë@bücher.example', 'zoë@xn--bcher-kva.example', 'ZOE\u0308@BÜCHER.example']) {
    const { isIn } = readSoughtAddress(typed);
    expect([isIn('Zoë@Bücher.example'), isIn('zoë@xn--bcher-kva.example')]).toEqual([true, true]);
  }
});

test.each(['', 'sam', 'sam@', '@example.edu', 'a@b@c', 'sam @example.edu', '.*', `${'x'.repeat(400)}@b.c`, '<a@b>'])(
  '%j is no address',
  (text) => {
    expect(() => readSoughtAddress(text)).toThrow(Rejected);
  },
);

test('what a pattern would mean finds itself alone', () => {
  for (const typed of ['%@%', '.*@.*', 'sam@example.e.u'])
    expect(readSoughtAddress(typed).isIn('sam@example.edu')).toBe(false);
});

test('a text that is JSON is looked into, where an escape stands before a word', () => {
  const row = {
    answers: JSON.stringify({ q: 'Me:\nsam@example.edu', n: ['ok', { deep: 'sam@example.edu' }], b: true }),
  };
  expect(mentions(row, sam)).toBe(true);
  expect(withoutAddress(row.answers, sam)).toBe(
    JSON.stringify({ q: `Me:\n${ERASED}`, n: ['ok', { deep: ERASED }], b: true }),
  );
  expect(mentions({ a: 1, b: null, c: '{broken', d: true }, sam)).toBe(false);
});
