import { expect, test } from 'vitest';
import { compareWords } from '../scripts/words.mjs';

test('docs/words.txt lists what people read: read aloud what is new, then npm run words', () => {
  expect(compareWords()).toEqual({ unread: [], gone: [] });
});
