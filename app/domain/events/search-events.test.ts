import { expect, test } from 'vitest';
import { folded, searchWords } from '../search-words.ts';
import { missingWords } from './search-events.ts';

test.each([
  ['Résumé CLINIC', 'resume clinic'],
  ['Žofie', 'zofie'],
  ['ﬁle', 'file'],
])('%s is looked for as %s', (text, plain) => {
  expect(folded(text)).toBe(plain);
});

test('a text has words in any order', () => {
  expect(missingWords('Chess Night, Reading Room', searchWords('room chess'))).toEqual([]);
  expect(missingWords('Chess Night, Reading Room', searchWords('room Gó'))).toEqual(['go']);
  expect(missingWords('anything', searchWords('  '))).toEqual([]);
});

test('so many words are looked for, and no more', () => {
  expect(searchWords('word '.repeat(100))).toHaveLength(8);
  expect(searchWords('x'.repeat(1000)).join('')).toHaveLength(100);
});
