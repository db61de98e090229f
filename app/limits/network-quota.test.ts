import { expect, test } from 'vitest';
import { createNetworkQuota } from './network-quota.ts';

test('a network has its share', () => {
  const quota = createNetworkQuota({ perNetwork: 2, inAll: 10 });
  const leave = quota.enter('203.0.113.7');
  quota.enter('203.0.113.7');
  expect(quota.enter('203.0.113.7')).toBe('perNetwork');
  expect(quota.enter('203.0.113.8')).toBeTypeOf('function');
  if (typeof leave === 'string') throw new Error(leave);
  leave();
  leave();
  expect(quota.enter('203.0.113.7')).toBeTypeOf('function');
  expect(quota.enter('203.0.113.7')).toBe('perNetwork');
});

test('all together have no more than there is, whoever cannot be told apart included', () => {
  const quota = createNetworkQuota({ perNetwork: 1, inAll: 3 });
  for (let times = 0; times < 3; times++) expect(quota.enter(undefined)).toBeTypeOf('function');
  expect(quota.enter(undefined)).toBe('inAll');
  expect(quota.enter('203.0.113.7')).toBe('inAll');
});
