import { expect, test } from 'vitest';
import { sized } from '../cli/output.ts';

test.each([
  [0, '0 KB'],
  [1536, '2 KB'],
  [1024 * 1024 - 1024, '1,023 KB'],
  [1024 * 1024, '1 MB'],
  [2.5 * 1024 * 1024, '2.5 MB'],
])('%i bytes are %s', (bytes, said) => {
  expect(sized(bytes)).toBe(said);
});
