import { expect, test } from 'vitest';
import { heapAfterGc } from '../../../test/heap.ts';
import { acceptedEncoding } from './encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  [undefined, 'identity'],
])('%s is answered as %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('remembers little of what visitors send, and goes on remembering', () => {
  const before = heapAfterGc();
  for (let at = 0; at < 3000; at++) acceptedEncoding(`gzip, x${at}${'x'.repeat(14_000)}`);
  for (let at = 0; at < 3000; at++) acceptedEncoding(`gzip, x${at}`);
  expect(heapAfterGc() - before).toBeLessThan(1_000_000);
  expect(acceptedEncoding('br, gzip')).toBe('br');
});
