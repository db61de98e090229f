import { expect, test } from 'vitest';
import { similarWords } from './search-words.ts';

const missing = (text: string, ...words: string[]) => similarWords(words)(text);

test.each([
  ['a letter more', 'piizza'],
  ['a letter less', 'piza'],
  ['another letter', 'pixza'],
  ['two letters in each other’s place', 'pziza'],
  ['the beginning of a longer word', 'algoritm'],
  ['two errors in a long word', 'haloweeen'],
])('%s is forgiven', (_what, word) => {
  expect(missing('Pizza, algorithms and a Halloween party', word)).toEqual([]);
});

test.each([
  ['two errors in a short word', 'pitsa'],
  ['an error in three letters', 'cot'],
  ['a number', '2925'],
])('%s is not', (_what, word) => {
  expect(missing('Pizza with a cat in 2025', word)).toEqual([word]);
});

test('each word is looked for by itself', () => {
  expect(missing('Board games', 'baord', 'chess', 'gmaes')).toEqual(['chess']);
});
