import { expect, test } from 'vitest';
import { GIVE_UP_MS, retryDelay } from './retry.ts';

test('delays only grow, and end after three days', () => {
  const delays = Array.from({ length: 91 }, (_, at) => retryDelay(at + 1) ?? 0);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(retryDelay(92)).toBeUndefined();
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
  expect(Math.round(hours / 24)).toBe(GIVE_UP_MS / 86_400_000);
});
