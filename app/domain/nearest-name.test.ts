import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['timezone', ['locale', 'timeZone'], 'timeZone'],
  ['TRUSTED_PROXY', ['TRUSTED_PROXIES', 'PORT'], 'TRUSTED_PROXIES'],
  ['events', ['entry', 'event'], 'event'],
  ['HOME', ['HOST', 'PORT'], undefined],
  ['HOSTNAME', ['HOST'], undefined],
  ['SMTP_USER', ['SMTP_URL'], undefined],
  ['x'.repeat(100_000), ['x'], undefined],
])('%s', (typed, known, nearest) => {
  expect(nearestName(typed, known)).toBe(nearest);
});
